import { collectDefaultMetrics, Registry } from 'prom-client';
import { z } from 'zod';
import { defineRoute, type RouteGroup } from './route.ts';

export interface Readiness {
  readonly ready: boolean;
  /** Each part's state, by name; never secrets or personal data, for everyone may ask. */
  readonly checks: Readonly<Record<string, unknown>>;
}

/** Metrics of this process: Node's own, to which each part adds its own. */
export const createRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

/** What those who run the service ask of it, without a token: is it up, can it work, how does it do. */
export const operationalRoutes = (registry: Registry, readiness: () => Promise<Readiness>): RouteGroup => {
  const live = defineRoute({
    method: 'get',
    path: '/health/live',
    audience: 'public',
    tags: ['Operations'],
    summary: 'The process runs',
    responses: { 200: z.object({ status: z.literal('ok') }) },
    handler: () => ({ body: { status: 'ok' } }),
  });

  const ready = defineRoute({
    method: 'get',
    path: '/health/ready',
    audience: 'public',
    tags: ['Operations'],
    summary: 'The service can do its work',
    responses: { 200: readinessSchema, 503: readinessSchema },
    handler: async () => {
      const { ready, checks } = await readiness();
      return { status: ready ? 200 : 503, body: { status: ready ? 'ok' : 'unavailable', checks } };
    },
  });

  const metrics = defineRoute({
    method: 'get',
    path: '/metrics',
    audience: 'public',
    tags: ['Operations'],
    summary: 'Metrics for Prometheus',
    responses: { 200: { contentType: registry.contentType, description: 'Prometheus text format' } },
    handler: async () => ({ bytes: Buffer.from(await registry.metrics()), contentType: registry.contentType }),
  });

  return { base: '', routes: [live, ready, metrics] };
};

const readinessSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.unknown()),
});
