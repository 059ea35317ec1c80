/**
 * The app as src/main.ts starts it, with two things in the hands of the process that started it: the clock, and whether this
 * process applies the read models. Both come first in NEMESIS_STATE, then as messages. How long it waits for what may never
 * come is in NEMESIS_PATIENCE.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createListener } from '../../src/database/listener.ts';
import { createLog } from '../../src/log/log.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { createProjectionRunner, type ProjectionRunner } from '../../src/projections/engine/runner.ts';
import { serve } from '../../src/serve.ts';
import { openTillstream } from '../../src/tillstream.ts';
import type { AppState } from './app.ts';
import type { Patience } from './plan.ts';
import { NEMESIS_SECRETS } from './secrets.ts';

const env = (name: string): string | undefined => process.env[name];
const databaseUrl = env('DATABASE_URL')!;
let state = JSON.parse(env('NEMESIS_STATE')!) as AppState;
const log = createLog('warn');
const MANY = 1_000_000_000;

const tillstream = await openTillstream({
  ...NEMESIS_SECRETS,
  ...(JSON.parse(env('NEMESIS_PATIENCE')!) as Patience['app']),
  databaseUrl,
  eventStoreUrl: env('EVENT_STORE_URL'),
  log,
  // A runner of our own: the one in there can't be started again once it was stopped.
  runProjections: false,
  runProcesses: true,
  clock: () => Date.now() + state.clockMs,
});

const listener = await createListener(databaseUrl);
let runner: ProjectionRunner | undefined;
const startRunner = async (): Promise<void> => {
  const { store, pool } = tillstream;
  const starting = createProjectionRunner({
    store,
    pool,
    url: databaseUrl,
    listener,
    log,
    projections: allProjections,
  });
  try {
    await starting.start();
    runner = starting;
  } catch {
    // Postgres is away: main.ts would end here, and be started again.
    await starting.stop();
    await delay(250);
    turn();
  }
};
const follow = async (): Promise<void> => {
  if (state.projections && !runner) await startRunner();
  else if (!state.projections && runner) {
    const stopping = runner;
    runner = undefined;
    await stopping.stop();
  }
};
/** Starts and stops come one after the other, however fast they are asked for. */
let turning: Promise<void> = Promise.resolve();
const turn = (): void => {
  turning = turning.then(follow);
};

process.on('message', (told) => {
  state = told as AppState;
  turn();
});
process.on('disconnect', () => process.exit(0));
turn();
await turning;

await serve(tillstream, {
  config: {
    host: '127.0.0.1',
    port: Number(env('PORT')),
    bodyLimit: 2_000_000,
    trustProxy: 0,
    limits: { perKey: MANY, token: MANY, reports: MANY, send_code: MANY },
    roles: new Set(['api'] as const),
    metricsToken: undefined,
  },
  log,
  checkResponses: true,
  onResponseMismatch: (mismatch) => process.send?.({ mismatch }),
});
