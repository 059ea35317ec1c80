import type pg from 'pg';
import type { Logger } from 'pino';
import { sleepFor } from '../../concurrency/sleep.ts';
import { describeError } from '../../database/describe-error.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { parkCheckpoint, readCheckpoints } from '../engine/checkpoints.ts';
import type { Projection } from '../engine/projection.ts';
import { rebuild } from './rebuild.ts';

export interface OutdatedRebuildOptions {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly url: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly signal: AbortSignal;
  /** The new version cannot be built from this log. */
  readonly onFailed: (failed: { readonly name: string; readonly failure: string }) => void;
  /** Called at the end, rebuilt or not: read the checkpoints again. */
  readonly onEnd: () => void;
}

export interface OutdatedRebuild {
  /** Rebuilds these, unless a rebuild is running already. */
  start(projections: readonly Projection[]): void;
  idle(): Promise<void>;
}

const RETRY_MS = 1_000;

/** Rebuilds read models in the background when their code has another version, while the old tables serve. */
export const createOutdatedRebuild = (options: OutdatedRebuildOptions): OutdatedRebuild => {
  const { store, pool, url, log, signal, onFailed, onEnd } = options;
  let running: Promise<void> | undefined;

  const markFailed = async (projection: string, failure: string): Promise<void> => {
    const checkpoint = (await readCheckpoints(pool)).find((candidate) => candidate.projection === projection);
    if (checkpoint) await parkCheckpoint(pool, checkpoint, failure);
    onFailed({ name: projection, failure });
  };

  const work = async (projections: readonly Projection[]): Promise<void> => {
    const names = projections.map(({ name }) => name);
    try {
      log.info({ projections: names }, 'another version of these read models is in place: rebuilding them');
      for (const report of await rebuild({ store, url, projections, signal, onlyOutdated: true }, names)) {
        if (report.failure !== null) await markFailed(report.name, `rebuild: ${report.failure}`);
        else log.info({ projection: report.name, events: report.events, seconds: report.seconds }, 'rebuilt');
      }
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ error: describeError(error) }, 'rebuild interrupted, trying again');
      await sleepFor(RETRY_MS, signal);
    }
  };

  return {
    start: (projections) => {
      if (running || projections.length === 0) return;
      running = work(projections).finally(() => {
        running = undefined;
        onEnd();
      });
    },
    idle: async () => running,
  };
};
