import { pino } from 'pino';
import { makeHistory } from '../../src/demo/history/make-history.ts';
import { createNamedIds } from '../../src/demo/history/named-ids.ts';
import { seedOneByOne } from '../../src/demo/history/seed-one-by-one.ts';
import { soleWriter } from '../../src/demo/history/sole-writer.ts';
import { createTimeMachine } from '../../src/demo/history/time-machine.ts';
import { openTillstream } from '../../src/tillstream.ts';
import type { TestDatabase } from '../../test/support/cluster.ts';
import { PERSONAL_DATA_KEY } from '../../test/support/events.ts';

const DAY_MS = 86_400_000;
const log = pino({ level: 'warn', base: null }, pino.destination(2));

export interface Days {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly days: number;
  readonly ordersPerDay: number;
}

/** The demo brand's life on these days, by the commands that everyone uses, as `npm run demo` makes it. */
export const liveThrough = async ({ url }: TestDatabase, { from, days, ordersPerDay }: Days): Promise<void> => {
  const time = createTimeMachine(Date.parse(from) - 5 * DAY_MS);
  const ids = createNamedIds();
  const tally = { recorded: 0 };
  const tillstream = await openTillstream({
    databaseUrl: url,
    // As the servers of the bench have them, which read this afterwards.
    jwtSecret: 'a secret of the bench, of some length',
    personalDataKey: PERSONAL_DATA_KEY,
    platformApiKey: 'bench-platform',
    log,
    runProjections: true,
    runProcesses: false,
    clock: time.now,
    newUuid: ids.next,
    wrapStore: (store) => soleWriter(store, tally),
  });
  try {
    tillstream.owners.stop();
    await seedOneByOne(tillstream, log);
    await makeHistory({ tillstream, tally, time, ids, from, days, ordersPerDay, seed: 'year', onDay: () => {} });
    await tillstream.shown(await tillstream.store.head());
  } finally {
    await tillstream.close();
  }
};
