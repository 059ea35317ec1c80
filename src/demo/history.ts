import { Command, InvalidArgumentError, Option } from 'commander';
import { pino } from 'pino';
import { createProgress } from '../cli/progress.ts';
import { runCommand } from '../cli/run-command.ts';
import { loadConfig } from '../config/config.ts';
import { analyzeAll } from '../database/statistics.ts';
import { addDays } from '../domain/reservations/local-clock.ts';
import { openDatabase } from '../start/open-database.ts';
import { openTillstream } from '../tillstream.ts';
import { makeHistory } from './history/make-history.ts';
import { createNamedIds } from './history/named-ids.ts';
import { seedOneByOne } from './history/seed-one-by-one.ts';
import { soleWriter } from './history/sole-writer.ts';
import { createTimeMachine } from './history/time-machine.ts';
import { picturesAt } from './run-demo.ts';

interface Options {
  readonly days: number;
  readonly ordersPerDay: number;
  readonly to: string;
  readonly seed: string;
}

const DAY_MS = 86_400_000;

const upTo = (max: number) => (text: string) => {
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > max) throw new InvalidArgumentError(`a number from 1 to ${max}`);
  return Number(text);
};

const shortText = (text: string): string => {
  if (text.length === 0 || text.length > 40) throw new InvalidArgumentError('1 to 40 characters');
  return text;
};

const pastDay = (text: string): string => {
  const isDay = /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay || Date.parse(text) >= Date.now() - DAY_MS) throw new InvalidArgumentError('a past day, YYYY-MM-DD');
  return text;
};

const run = async ({ days, ordersPerDay, to, seed }: Options): Promise<void> => {
  const config = loadConfig(process.env);
  // Everybody knows the demo's keys.
  if (!config.demo) throw new Error('a history is made for the demo brand only, in the embedded database');
  const log = pino({ level: 'warn', base: null });
  await using closing = new AsyncDisposableStack();
  const database = await openDatabase(config, log);
  closing.defer(() => database.close());
  const from = addDays(to, 1 - days);
  // Guests of the first day booked some days before it.
  const time = createTimeMachine(Date.parse(from) - 5 * DAY_MS);
  const ids = createNamedIds();
  const tally = { recorded: 0 };
  const tillstream = await openTillstream({
    databaseUrl: database.url,
    jwtSecret: database.jwtSecret,
    personalDataKey: database.personalDataKey,
    platformApiKey: config.platformApiKey,
    log,
    eventStoreUrl: config.eventStoreUrl,
    runProjections: true,
    runProcesses: false,
    clock: time.now,
    newUuid: ids.next,
    // This process is the only one that writes until it is done.
    wrapStore: (store) => soleWriter(store, tally),
  });
  closing.defer(() => tillstream.close());
  // The processes rest while the past is made: they are not missed.
  tillstream.owners.stop();
  await seedOneByOne(tillstream, log, picturesAt(config));
  console.log(`${days} days from ${from} to ${to}, ${ordersPerDay} orders a day, seed ${seed}`);
  const progress = createProgress(process.stdout, 'day', days);
  const began = performance.now();
  const { events } = await makeHistory({
    tillstream,
    tally,
    time,
    ids,
    from,
    days,
    ordersPerDay,
    seed,
    onDay: (done, count) => progress.show(done, count),
  });
  progress.end();
  await tillstream.shown(await tillstream.store.head());
  await analyzeAll(tillstream.pool);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${events} events in ${seconds.toFixed(1)} s, ${Math.round(events / seconds)} a second`);
};

const command = new Command('demo')
  .description('Makes a past for the demo brand by the commands of tills and partners: the same one for the same seed.')
  .option('--days <number>', 'how many days', upTo(366), 30)
  .option('--orders-per-day <number>', 'of all points, on an ordinary day', upTo(100_000), 200)
  .addOption(
    new Option('--to <day>', 'the last day')
      .argParser(pastDay)
      .default(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10), 'yesterday by UTC'),
  )
  .option('--seed <text>', 'another seed, another history', shortText, 'chinor')
  .action(run);

await runCommand(command);
