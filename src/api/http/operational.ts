import { collectDefaultMetrics, Registry } from 'prom-client';
import { z } from 'zod';
import { PREFIX } from '../../metrics/table.ts';
import type { Operators } from './operators.ts';
import { defineRoute, type RouteGroup } from './route.ts';
import { FOR_ANY_ORIGIN } from './security-headers.ts';

export interface Readiness {
  readonly ready: boolean;
  /**
   * Each part's state, by name; never secrets or personal data. Only operators see values that are neither text nor
   * boolean.
   */
  readonly checks: Readonly<Record<string, unknown>>;
}

/**
 * How often the delay of the event loop is measured. Each time wakes the process, and every 10 ms, as the library has it, was a
 * quarter of what an idle process does.
 */
const LOOP_MS = 50;

/** Upper bounds of the buckets for pauses of the garbage collector. */
const GC_SECONDS = [0.001, 0.01, 0.1, 1];

let ofNode: Registry | undefined;

/** Metrics of this process: Node's own, and those that each part adds. */
export const createRegistry = (): Registry => {
  // Observed once: what observes them is never stopped, works all the time, and would keep all of a stopped app in memory.
  if (!ofNode) {
    ofNode = new Registry();
    collectDefaultMetrics({
      register: ofNode,
      prefix: PREFIX,
      eventLoopMonitoringPrecision: LOOP_MS,
      gcDurationBuckets: GC_SECONDS,
    });
  }
  const registry = new Registry();
  for (const { name } of ofNode.getMetricsAsArray()) registry.registerMetric(ofNode.getSingleMetric(name)!);
  return registry;
};

/** What operators ask of the service: is it up, can it work, how is it doing. */
export const operationalRoutes = (
  registry: Registry,
  readiness: () => Promise<Readiness>,
  operators: Operators,
): RouteGroup => {
  const live = defineRoute({
    method: 'get',
    operationId: 'isLive',
    path: '/health/live',
    audience: 'public',
    tags: ['Operations'],
    summary: 'The process runs',
    responses: { 200: z.object({ status: z.literal('ok') }) },
    handler: () => ({ body: { status: 'ok' }, headers: FOR_ANY_ORIGIN }),
  });

  const ready = defineRoute({
    method: 'get',
    operationId: 'isReady',
    path: '/health/ready',
    audience: 'public',
    tags: ['Operations'],
    summary: 'The service can do its work',
    description: `Positions in the log and failures are shown ${TO_OPERATORS}; others see the rest.`,
    responses: { 200: readinessSchema, 503: readinessSchema },
    handler: async ({ req }) => {
      const { ready, checks } = await readiness();
      const shown = operators.areAsking(req) ? checks : plainChecks(checks);
      return { status: ready ? 200 : 503, body: { status: ready ? 'ok' : 'unavailable', checks: shown } };
    },
  });

  const metrics = defineRoute({
    method: 'get',
    operationId: 'getMetrics',
    path: '/metrics',
    audience: 'public',
    tags: ['Operations'],
    summary: 'Metrics for Prometheus',
    description: `They are shown ${TO_OPERATORS}.`,
    responses: { 200: { contentType: registry.contentType, description: 'Prometheus text format' } },
    errors: [401, 403],
    handler: async ({ req }) => {
      operators.require(req);
      return { bytes: Buffer.from(await registry.metrics()), contentType: registry.contentType };
    },
  });

  return { base: '', routes: [live, ready, metrics] };
};

const readinessSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.unknown()),
});

const TO_OPERATORS =
  'for the `METRICS_TOKEN` of the settings, as `Authorization: Bearer <token>`; where there is none, to this machine';

/** How many events there are, and which, tells a stranger how the business does. */
const plainChecks = (checks: Readiness['checks']): Readiness['checks'] =>
  Object.fromEntries(
    Object.entries(checks).filter(([, check]) => typeof check === 'string' || typeof check === 'boolean'),
  );
