import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '../../src/database/connection.ts';
import { openEvents } from '../../src/wiring/open-events.ts';
import { createNemesisApp, type NemesisApp } from './app.ts';
import { check } from './checker/check.ts';
import type { ComparedTable, LogEvent, Violation } from './checker/evidence.ts';
import { holdsWithoutOrder } from './checker/units.ts';
import { createNemesisClient } from './clients.ts';
import { createNemesisDatabase } from './database.ts';
import { inflict, type OnFault } from './faults.ts';
import { compareReadModels, createLogReading, type LogSoFar } from './gather.ts';
import { createHistory, type Entry } from './history.ts';
import type { LogServer } from './log-server.ts';
import { planOf, type Scale } from './plan.ts';
import { awaitRecovery, lookAgain, NotRecovered } from './recovery.ts';
import { NEMESIS_SECRETS } from './secrets.ts';
import type { Round } from './session.ts';
import { openVenue } from './venue.ts';

export interface RoundOptions {
  readonly seed: number;
  readonly scale: Scale;
  /** Of an empty database that has the read models. */
  readonly databaseUrl: string;
  /** SIGKILL for the Postgres it is in, which is started again on the same port. */
  readonly killPostgres: () => Promise<void>;
  /** An EventStoreDB with nothing in it; left out, the log is in Postgres. */
  readonly logServer?: LogServer | undefined;
  readonly onFault?: OnFault;
}

export interface RoundReport {
  readonly violations: readonly Violation[];
  readonly history: readonly Entry[];
  readonly events: readonly LogEvent[];
  /** Milliseconds from the end of the faults until everything worked; null: it never did. */
  readonly recoveredAfterMs: number | null;
}

const RECOVERS_WITHIN_MS = 30_000;
/** Beyond every patience of the process that gives units back. */
const STEP_TO_REPAIR_MS = 60_000;
const REPAIRS_WITHIN_MS = 20_000;
const PAUSE_MS = 300;
const LONGEST_PATIENCE_MS = 2_500;

/** One round: the plan of a seed against two apps and an empty database, and what the checker says of it. */
export const runRound = async (options: RoundOptions): Promise<RoundReport> => {
  const { seed, scale, databaseUrl, logServer, onFault = () => {} } = options;
  const eventStoreUrl = logServer?.url;
  await using closing = new AsyncDisposableStack();
  const pool = createPool(databaseUrl, { max: 4, name: 'nemesis' });
  closing.defer(() => pool.end());
  const { personalDataKey } = NEMESIS_SECRETS;
  const log = await openEvents({ pool, databaseUrl, eventStoreUrl, personalDataKey });
  closing.defer(() => log.close());
  const { store } = log;
  const apps = await Promise.all(
    ['app 0', 'app 1'].map((name) =>
      createNemesisApp({ name, databaseUrl, eventStoreUrl, patience: scale.patience.app }),
    ),
  );
  closing.defer(async () => void (await Promise.all(apps.map((app) => app.stop()))));
  await Promise.all(apps.map((app) => app.start()));

  const opening = performance.now();
  const floor = await openVenue(apps[0]!.url);
  const patienceMs = patienceOn(performance.now() - opening, scale);
  const history = createHistory();
  const urls = apps.map(({ url }) => url);
  const round: Round = {
    seed,
    floor,
    urls,
    history,
    patienceMs,
    revoked: [],
    feeds: new Map(),
    phase: 'faults',
    probes: 0,
  };
  const plan = planOf(seed, scale, logServer ? 'eventstoredb' : 'postgres');

  const database = createNemesisDatabase({ url: databaseUrl, pool, store, apps, kill: options.killPostgres });
  const faults = inflict({ apps, database, logServer }, history, plan, onFault);
  const clients = plan.clients.map(async (operations, number) => {
    const client = createNemesisClient(round, number);
    for (const operation of operations) {
      if (history.ended() >= scale.operations) return;
      await client.perform(operation);
      history.operationEnded();
    }
  });
  // Waited for together: an app that does not start again ends the round with its reason.
  await Promise.all([Promise.all(clients).finally(history.close), faults]);

  const readLog = createLogReading(store);
  const recovered = await recover(round);
  let tables: ComparedTable[] = [];
  if ('afterMs' in recovered) {
    await repairUnits(apps, readLog);
    tables = await compareReadModels(store, pool, databaseUrl);
  }
  const { events, unreadable } = await readLog();
  const complaints = apps.flatMap((app) => app.complaints());
  const found = check({ history: history.entries, events, unreadable, tables, complaints });
  return {
    violations: 'violation' in recovered ? [recovered.violation, ...found] : found,
    history: history.entries,
    events,
    recoveredAfterMs: 'afterMs' in recovered ? recovered.afterMs : null,
  };
};

/** On a busy machine clients who wait no longer than on a quiet one would get hardly any answers: nothing would be found. */
const patienceOn = (openedWithinMs: number, { patience }: Scale): number =>
  Math.max(patience.clientMs, Math.min(LONGEST_PATIENCE_MS, Math.ceil(2 * openedWithinMs)));

/** Everything works again within the bound, and then goes on working. */
const recover = async (round: Round): Promise<{ afterMs: number } | { violation: Violation }> => {
  round.phase = 'recovering';
  try {
    const afterMs = await awaitRecovery(round, RECOVERS_WITHIN_MS);
    round.phase = 'recovered';
    await lookAgain(round);
    return { afterMs };
  } catch (error) {
    if (!(error instanceof NotRecovered)) throw error;
    return { violation: { rule: 'everything works again', what: error.message, entries: error.entries } };
  }
};

/** Gives the process that returns units its time, by the clocks of the apps. What it has not done then, the checker finds. */
const repairUnits = async (apps: readonly NemesisApp[], readLog: () => Promise<LogSoFar>): Promise<void> => {
  const deadline = performance.now() + REPAIRS_WITHIN_MS;
  while (holdsWithoutOrder((await readLog()).events).length > 0 && performance.now() < deadline) {
    for (const app of apps) app.set({ clockMs: app.state().clockMs + STEP_TO_REPAIR_MS });
    await delay(PAUSE_MS);
  }
};
