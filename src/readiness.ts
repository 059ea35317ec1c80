import { Gauge, type Registry } from 'prom-client';
import type { Readiness } from './api/http/operational.ts';
import type { Tillstream } from './tillstream.ts';

/** Longer behind than this when it starts, a process is not ready: its lists would be of yesterday. */
const MAX_LAG_AT_START = 1_000;

/** What /health/ready says, and the same in gauges. */
export const watchReadiness = (tillstream: Tillstream, registry: Registry) => {
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
