import { expect } from 'vitest';
import { startVenueApp } from './ready-venues.ts';
import { rebuiltOtherwise } from './rebuilt-otherwise.ts';

/** What most files take at least. With fewer left, a fresh app costs less than venues made one by one. */
const ENOUGH_VENUES = 2;

type VenueApp = Awaited<ReturnType<typeof startVenueApp>>;

interface Shared {
  readonly app: VenueApp;
  /** The test files that took it, the last one at the end. */
  readonly users: string[];
}

let shared: Shared | undefined;
let clock: () => number = Date.now;
/** Whether this worker has built the read models of an app anew. */
let isCompared = false;

/**
 * An app that the files of a worker share, one after another, each with venues of its own: to start one and to warm it up
 * costs more than most files do. For files that look at their own brands alone. The `clock` is the file's, and may be
 * behind that of the file before. `stop` hands the app back, and fails if the file has broken it. An app whose venues are gone
 * is taken by nobody else. The read models of the first such app of a worker are built anew, and must be what they were. Nobody
 * stops the last one: it ends with its worker, and its database with the Postgres of the run.
 */
export const sharedApp = async (options: { clock?: () => number } = {}): Promise<VenueApp> => {
  await assertWhole();
  if (shared && isUsedUp(shared)) await end();
  clock = options.clock ?? Date.now;
  const user = expect.getState().testPath ?? 'a file without a name';
  shared ??= { app: await startVenueApp({ clock: () => clock(), outboundAllowPrivate: true }), users: [] };
  shared.users.push(user);
  return { ...shared.app, stop: handBack };
};

const handBack = async (): Promise<void> => {
  // Time stands still until somebody takes the app, so that its tickers rest.
  const now = clock();
  clock = () => now;
  await assertWhole();
  if (shared && isUsedUp(shared) && !isCompared) await assertRebuilt(shared);
};

const isUsedUp = ({ app: { readyVenues } }: Shared): boolean =>
  readyVenues !== undefined && readyVenues.length < ENOUGH_VENUES;

/** Of all that its files recorded, once in a worker: it takes a second, which is longer than most files take. */
const assertRebuilt = async ({ app, users }: Shared): Promise<void> => {
  isCompared = true;
  const different = await rebuiltOtherwise(app);
  if (different.length > 0) await end();
  expect(different, `read models that a rebuild makes otherwise, of what these recorded: ${users.join(', ')}`).toEqual(
    [],
  );
};

/** A broken app is given to nobody else. */
const assertWhole = async (): Promise<void> => {
  if (!shared) return;
  const { app, users } = shared;
  const user = users.at(-1);
  const { runner, store, shown } = app.tillstream;
  try {
    await shown(await store.head());
    const { projections } = await runner.status();
    expect(
      projections.filter(({ failure }) => failure !== null),
      `read models that ${user} left parked in the shared app`,
    ).toEqual([]);
  } catch (cause) {
    await end();
    throw new Error(`The app that test files share was broken by ${user}. It needs an app of its own, or a mend`, {
      cause,
    });
  }
};

const end = async (): Promise<void> => {
  const app = shared?.app;
  shared = undefined;
  await app?.stop();
};
