import { expect } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { createClock } from './clock.ts';
import { startVenueApp } from './ready-venues.ts';

/** What a race takes at most. With fewer left, a fresh pair costs less than venues made one by one. */
const ENOUGH_VENUES = 3;

type VenueApp = Awaited<ReturnType<typeof startVenueApp>>;

export interface SharedPair {
  /** Hands out venues to `createVenue`. */
  readonly app: VenueApp;
  /** Another process of the same system, as far as it can tell: it shares the database with the first, and nothing else. */
  readonly other: TestApp;
  /** The time of both, in milliseconds. */
  readonly now: () => number;
  /** Hands the pair back, and fails if the file has broken it. */
  stop(): Promise<void>;
}

interface Pair {
  readonly app: VenueApp;
  readonly other: TestApp;
  /** The test file that took it last. */
  user: string;
}

let shared: Pair | undefined;
let clock: () => number = Date.now;

/**
 * Two apps on one database that the race files of a worker share, one after another, each with brands of its own. For races
 * that look at their own brands alone. The `clock` is the file's. Without one, time runs from where `createClock` begins,
 * so that nothing that a file left behind falls due in the next. Nobody stops the last pair: it ends with its worker.
 */
export const sharedPair = async (options: { clock?: () => number } = {}): Promise<SharedPair> => {
  if (shared) await assertWhole(shared);
  if (shared?.app.readyVenues && shared.app.readyVenues.length < ENOUGH_VENUES) await end();
  clock = options.clock ?? running();
  const user = expect.getState().testPath ?? 'a file without a name';
  shared ??= await start(user);
  shared.user = user;
  const pair = shared;
  const stop = async (): Promise<void> => {
    // Time stands still until somebody takes the pair, so that its tickers rest.
    const now = clock();
    clock = () => now;
    await assertWhole(pair);
  };
  return { app: pair.app, other: pair.other, now: () => clock(), stop };
};

const running = (): (() => number) => {
  const ahead = createClock().read() - Date.now();
  return () => Date.now() + ahead;
};

const start = async (user: string): Promise<Pair> => {
  const options = { clock: () => clock() };
  const app = await startVenueApp(options);
  const { databaseUrl: url, eventStoreUrl } = app;
  const database = { url, eventStoreUrl, pool: app.tillstream.pool, drop: async () => {} };
  return { app, other: await startTestApp({ ...options, database }), user };
};

/** A broken pair is given to nobody else. */
const assertWhole = async ({ app, other, user }: Pair): Promise<void> => {
  try {
    for (const { tillstream } of [app, other]) {
      await tillstream.shown(await tillstream.store.head());
      const { projections } = await tillstream.runner.status();
      const parked = projections.filter(({ failure }) => failure !== null);
      expect(parked, `read models that ${user} left parked in the shared pair`).toEqual([]);
    }
  } catch (cause) {
    await end();
    throw new Error(`The pair of apps that races share was broken by ${user}. It needs two of its own, or a mend`, {
      cause,
    });
  }
};

const end = async (): Promise<void> => {
  const pair = shared;
  shared = undefined;
  await pair?.other.stop();
  await pair?.app.stop();
};
