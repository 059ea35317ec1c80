import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { createApp } from './api/http/app.ts';
import { createLimiter } from './api/http/limits.ts';
import { createRegistry, operationalRoutes, type Readiness } from './api/http/operational.ts';
import type { ResponseMismatch } from './api/http/response-check.ts';
import { type RunningServer, startServer } from './api/http/server.ts';
import type { Config } from './config.ts';
import type { Tillstream } from './tillstream.ts';

export interface ServeOptions {
  readonly config: Pick<Config, 'host' | 'port' | 'bodyLimit' | 'trustProxy' | 'limits' | 'roles'>;
  readonly log: Logger;
  /** For tests: every answer is held against its schema. */
  readonly checkResponses?: boolean;
  readonly onResponseMismatch?: (mismatch: ResponseMismatch) => void;
}

/** Longer behind than this when it starts, a process is not ready: its lists would be of yesterday. */
const MAX_LAG_AT_START = 1_000;

const INFO = {
  title: 'Tillstream',
  version: '0.1.0',
  description:
    'Orders, menus and the till of a restaurant: partners at /v1, the venue at /venue/v1, auditors at /audit/v1.',
};

export interface Serving extends RunningServer {
  /** From now on /health/ready says no, so that nobody sends new requests; those that come are still served. */
  announceStop(): void;
}

/** Listens, with everything the roles of this process serve. */
export const serve = async (tillstream: Tillstream, options: ServeOptions): Promise<Serving> => {
  const { config, log } = options;
  const registry = createRegistry();
  const readiness = watchReadiness(tillstream, registry);
  const groups = config.roles.has('api') ? tillstream.groups : [];
  const app = createApp({
    ...options,
    ...{ registry, info: INFO, bodyLimit: config.bodyLimit, trustProxy: config.trustProxy },
    authenticator: tillstream.authenticator,
    limiter: createLimiter({ limits: config.limits, counter: tillstream.rateCounter }),
    groups: [...groups, operationalRoutes(registry, readiness.check)],
  });
  const server = await startServer(app, config);
  log.info({ port: server.port }, 'listening');
  return { ...server, announceStop: readiness.announceStop };
};

const watchReadiness = (tillstream: Tillstream, registry: Registry) => {
  let stopping = false;
  let caughtUp = false;
  new Gauge({
    name: 'projection_lag_events',
    help: 'Positions between the head of the log and what a read model shows',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      const { projections } = await tillstream.runner.status();
      for (const { name, lag } of projections) this.set({ projection: name }, lag);
    },
  });

  new Gauge({
    name: 'projection_parked',
    help: '1 for a read model that failed and stands still',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      const { projections } = await tillstream.runner.status();
      for (const { name, failure } of projections) this.set({ projection: name }, failure === null ? 0 : 1);
    },
  });

  new Gauge({
    name: 'process_failing',
    help: '1 for a process that failed and is tried again',
    labelNames: ['process'],
    registers: [registry],
    async collect() {
      for (const { name, failure } of await tillstream.processes.status()) {
        this.set({ process: name }, failure === null ? 0 : 1);
      }
    },
  });

  const check = async (): Promise<Readiness> => {
    try {
      const { head, projections } = await tillstream.runner.status();
      // A parked read model is shown and not held against the rest: orders are taken without it.
      caughtUp ||= projections.every(({ lag, failure }) => failure !== null || lag <= MAX_LAG_AT_START);
      const read_models = Object.fromEntries(
        projections.map(({ name, position, lag, failure }) => [name, { position, lag, parked: failure }]),
      );
      // One that fails is shown and not held against the rest, likewise.
      const processes = Object.fromEntries(
        (await tillstream.processes.status()).map(({ name, position, failure }) => [
          name,
          { position, failing: failure },
        ]),
      );
      return { ready: caughtUp && !stopping, checks: { database: 'ok', stopping, head, read_models, processes } };
    } catch {
      return { ready: false, checks: { database: 'unavailable', stopping } };
    }
  };

  return {
    check,
    announceStop: () => {
      stopping = true;
    },
  };
};
