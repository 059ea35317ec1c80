import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { counterOf, timesOf } from '../../metrics/make.ts';
import { stateOf } from './request-state.ts';
import type { Route } from './route.ts';

export type Observe = (req: Request, res: Response) => void;

/**
 * Logs and measures a request when it is over, by the route's pattern. Paths hold ids and queries hold search texts:
 * neither belongs in a log or makes a useful label.
 */
export const createObserver = (log: Logger, registry: Registry): Observe => {
  const noteTime = timesOf(registry, 'http_request_duration_seconds');
  const count = counterOf(registry, 'http_requests_total');

  return (req, res) => {
    const { startedAt, route: of, pattern, requestId, key, isEndless = false } = stateOf(res);
    const aborted = !res.writableFinished;
    const ms = performance.now() - startedAt;
    const route = pattern ?? 'none';
    // A caller can invent methods: only those that found a route become labels. The time that a client listened is no
    // duration of an answer, and an answer that did not leave whole has no valid status.
    if (!isEndless) {
      noteTime({ group: groupOf(of) }, ms / 1000);
      count({
        method: pattern ? req.method : 'any',
        route: of?.command === undefined ? route : COMMAND,
        status: aborted ? 'aborted' : `${res.statusCode}`,
      });
    }
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

/** Commands have a route each, and there are many. */
const COMMAND = '/venue/v1/commands/:type';

/** Requests that are alike in how long they may take. */
const groupOf = (route: Route | undefined): string => {
  if (!route) return 'none';
  if (route.operationId === 'placeOrder') return 'place_order';
  if (route.limit === 'reports') return 'reports';
  if (route.command !== undefined) return 'commands';
  return [route.audience].flat()[0]!;
};
