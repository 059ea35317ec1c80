import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Readiness } from '../api/http/operational.ts';
import { gaugeOf } from '../metrics/make.ts';
import { countLostKeys } from '../personal/lost-keys.ts';
import type { ProjectionStatus } from '../projections/engine/status.ts';
import type { Tillstream } from '../tillstream.ts';
import { watchReplicas } from './replica-gauges.ts';

/**
 * Tables of another version stand still until they are rebuilt. A process is ready with them at its start if they are no further
 * behind than this. In Postgres this is a number of events; on EventStoreDB positions are bytes, so it is one or two events.
 */
const MAX_LAG_AT_START = 1_000;

/** A database that neither answers nor closes counts as away: the caller must not wait for it. */
const ANSWER_WITHIN_MS = 5_000;

/** The content of /health/ready, and the same as gauges. `withinMs`: how long the database may take to answer (5 s). */
export const watchReadiness = (tillstream: Tillstream, registry: Registry, withinMs = ANSWER_WITHIN_MS) => {
  let stopping = false;
  let caughtUp = false;
  /** The end of the log when it was first asked for. Under load a process may never reach the current end. */
  let goal: number | undefined;
  const statusOf = <Status>(of: { status(): Promise<Status> }): Promise<Status> => within(withinMs, of.status());
  const lostKeys = (): Promise<number> => within(withinMs, countLostKeys(tillstream.pool));
  /** Whether a store answers a question. */
  const stateOf = (asking: Promise<unknown>): Promise<'ok' | 'unavailable'> =>
    within(withinMs, asking).then(
      () => 'ok',
      () => 'unavailable',
    );
  const projectionsNow = sharedWhileRead(async () => (await statusOf(tillstream.runner)).projections);

  gaugeOf(registry, 'projection_lag_events', async () =>
    (await projectionsNow()).map(({ name, lag }) => [{ projection: name }, lag] as const),
  );
  gaugeOf(registry, 'projection_parked', async () =>
    (await projectionsNow()).map(({ name, failure }) => [{ projection: name }, failure === null ? 0 : 1] as const),
  );
  gaugeOf(registry, 'process_failing', async () =>
    (await statusOf(tillstream.processes)).map(
      ({ name, failure }) => [{ process: name }, failure === null ? 0 : 1] as const,
    ),
  );
  gaugeOf(registry, 'lost_personal_keys', async () => [[{}, await lostKeys()]]);
  gaugeOf(registry, 'owner_heartbeat_age_seconds', async () =>
    (await statusOf(tillstream.owners)).map(({ name, age_s }) => [{ owner: name }, age_s] as const),
  );

  watchReplicas(tillstream.replicas, registry);

  /** The two stores apart: with the log in Postgres they are one. */
  const storesNow = async () => {
    const asked = [stateOf(tillstream.pool.query('select 1')), stateOf(tillstream.store.head())] as const;
    const [database, event_store] = await Promise.all(asked);
    return { database, event_store };
  };

  const check = async (): Promise<Readiness> => {
    const asking = storesNow();
    try {
      const { head, projections } = await statusOf(tillstream.runner);
      // A parked read model is shown and does not make the process unready: orders are taken without it.
      goal ??= head;
      // A read model that is made anew is empty at first: a small lag then hides that it lacks all of a small log.
      const hasCaughtUp = ({ version, isCurrent, position, lag }: ProjectionStatus) =>
        version !== null && (position >= goal! || (!isCurrent && lag <= MAX_LAG_AT_START));
      caughtUp ||= projections.every((each) => each.failure !== null || hasCaughtUp(each));
      const read_models = Object.fromEntries(
        projections.map(({ name, position, lag, failure, isCurrent }) => [
          name,
          { position, lag, parked: failure, ...(!isCurrent && { other_version: true }) },
        ]),
      );
      // A failing process is also shown and does not make this one unready.
      const processes = Object.fromEntries(
        (await statusOf(tillstream.processes)).map(({ name, position, failure }) => [
          name,
          { position, failing: failure },
        ]),
      );
      // Without an owner reads get old everywhere, and restarting this process would not help: so it is only shown.
      const owners = Object.fromEntries((await statusOf(tillstream.owners)).map(({ name, ...owner }) => [name, owner]));
      // Commands are refused here; other processes may know a log that has everything.
      const log_behind = tillstream.logGuard.behind();
      const log_differs = tillstream.logGuard.differs();
      const lost_keys = await lostKeys();
      // Without one the primary answers: so it is only shown.
      const replicas = Object.fromEntries(tillstream.replicas.status().map(({ name, ...replica }) => [name, replica]));
      const stores = await asking;
      const answer = stores.database === 'ok' && stores.event_store === 'ok';
      return {
        ready: answer && caughtUp && !stopping && log_behind === null && log_differs === null,
        checks: {
          ...stores,
          stopping,
          head,
          log_behind,
          log_differs,
          lost_keys,
          replicas,
          owners,
          read_models,
          processes,
        },
      };
    } catch {
      return { ready: false, checks: { ...(await asking), stopping } };
    }
  };

  return {
    check,
    announceStop: () => {
      stopping = true;
    },
  };
};

/** Callers that ask at the same time share one reading: the gauges of a scrape ask together. */
export const sharedWhileRead = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
};

export const within = async <Value>(ms: number, reading: Promise<Value>): Promise<Value> => {
  const answered = new AbortController();
  const tooLate = delay(ms, undefined, { signal: answered.signal }).then(() => {
    throw new Error('the database does not answer');
  });
  try {
    return await Promise.race([reading, tooLate]);
  } finally {
    answered.abort();
  }
};
