import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';
import { stateOf } from './request-state.ts';

export type Observe = (req: Request, res: Response) => void;

/**
 * Logs and measures a request when it is over, by the route's pattern. Paths hold ids and queries hold search texts:
 * neither belongs in a log or makes a useful label.
 */
export const createObserver = (log: Logger, registry: Registry): Observe => {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Looking up a labelled histogram costs several times as much as counting in it.
  const children = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  const childOf = (method: string, route: string, status: number | 'aborted') => {
    const name = `${method} ${route} ${status}`;
    let child = children.get(name);
    if (!child) {
      child = histogram.labels({ method, route, status });
      children.set(name, child);
    }
    return child;
  };

  return (req, res) => {
    const { startedAt, pattern, requestId, key, isEndless = false } = stateOf(res);
    const aborted = !res.writableFinished;
    const ms = performance.now() - startedAt;
    const route = pattern ?? 'none';
    // A caller can invent methods: only those that found a route become labels. The time that a client listened is no
    // duration of an answer, and an answer that did not leave whole has no valid status.
    if (!isEndless)
      childOf(pattern ? req.method : 'any', route, aborted ? 'aborted' : res.statusCode).observe(ms / 1000);
    log.info(
      {
        method: req.method,
        route,
        status: res.statusCode,
        duration_ms: Math.round(ms * 100) / 100,
        request_id: requestId,
        ...(key && { key_id: key.key_id }),
        ...(aborted && { aborted }),
      },
      'request',
    );
  };
};
