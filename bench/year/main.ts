import { Command, InvalidArgumentError } from 'commander';
import { addDays } from '../../src/domain/reservations/local-clock.ts';
import { createDatabase, startTestCluster } from '../../test/support/cluster.ts';
import { startAppOn } from '../support/app.ts';
import { seconds } from '../support/rounds.ts';
import { waitUntil } from '../support/wait.ts';
import { ageServer } from '../support/wal.ts';
import { liveThrough } from './history.ts';
import { bytesByTable, followed, timesOf } from './measure.ts';
import { type Stage, toTable } from './report.ts';

/**
 * Simulates the life of a chain, 400 orders a point and day, as `npm run demo` makes it, and measures after each doubling:
 * what is stored, and how long reads take. The slope between the last two stages says what a year takes.
 */
const number = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('a number from 1 to 9 999 999');
  return Number(text);
};

const options = new Command('bench:year')
  .description('Simulates days of a chain and measures what grows; see docs/scale.md')
  .option('--orders <number>', 'all orders; a chain of 1 000 points has 400 000 a day', number, 400_000)
  .option('--stages <number>', 'how often it is measured; orders double from one to the next', number, 4)
  .option('--calls <number>', 'of each question, whose median counts', number, 20)
  .parse()
  .opts<{ orders: number; stages: number; calls: number }>();

const FIRST_DAY = '2024-01-01';
const ORDERS_A_POINT = 400;
const POINTS = 2;
const PER_DAY = ORDERS_A_POINT * POINTS;

const progress = (line: string): void => console.error(line);

const cluster = await startTestCluster({ onDisk: true });
try {
  await ageServer(cluster.adminUrl);
  const database = await createDatabase(cluster.adminUrl);
  const { pool } = database;
  const count = async (table: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*) as count from ${table}`)).rows[0]!.count;
  const stages: Stage[] = [];
  let lived = 0;
  for (let stage = 1; stage <= options.stages; stage++) {
    const days = Math.max(1, Math.round(options.orders / 2 ** (options.stages - stage) / PER_DAY));
    const from = addDays(FIRST_DAY, lived);
    const made = await seconds(() => liveThrough(database, { from, days: days - lived, ordersPerDay: PER_DAY }));
    lived = days;
    await pool.query('vacuum analyze');
    let app: Awaited<ReturnType<typeof startAppOn>> | undefined;
    const start = await seconds(async () => {
      app = await startAppOn(database);
      await waitUntil('it to be ready', async () => (await fetch(`${app!.url}/health/ready`)).ok);
    });
    try {
      await app!.shown();
      const indexed = await seconds(() => followed(app!));
      const middle = addDays(FIRST_DAY, Math.floor(days / 2));
      stages.push({
        orders: await count('read.orders'),
        events: await count('log.events'),
        made,
        start,
        indexed,
        bytes: await bytesByTable(database),
        times: await timesOf(app!, middle, options.calls),
        memory: await app!.child.ask('memory'),
      });
    } finally {
      await app!.child.stop();
    }
    progress(toTable(stages));
  }
  console.log(toTable(stages));
  await database.drop();
} finally {
  await cluster.stop();
}
