import { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { createPool } from '../database/connection.ts';
import { openCommandDatabase } from './command-database.ts';
import { giveUp, MOVE_NAME } from './move-log/home.ts';
import { assertKeepsNotes, keepNotesIn } from './move-log/keep-notes.ts';
import { moveLog } from './move-log/move-log.ts';
import { runCommand } from './run-command.ts';

interface Options {
  readonly to?: string;
  readonly giveUp?: boolean;
}

const ADDRESS = /^((esdb|kurrentdb)(\+discover)?|postgres(ql)?):\/\/\S+$/;

/** For scripts: the app runs, so the last part is still to come. */
const APP_RUNS = 3;

const run = async ({ to, giveUp: isGivenUp }: Options, signal: AbortSignal): Promise<void> => {
  const config = loadConfig(process.env);
  await using closing = new AsyncDisposableStack();
  const database = await openCommandDatabase(config);
  closing.defer(() => database.close());
  if (isGivenUp) {
    const pool = createPool(database.url, { max: 1, name: MOVE_NAME });
    closing.defer(() => pool.end());
    await giveUp(pool);
    console.log('the move was given up: the log goes on where it was');
    return;
  }
  if (to === undefined || !ADDRESS.test(to))
    throw new Error('--to must be an address like esdb://host:2113 or postgres://…');
  // Before the app has to be stopped: the notes are the last but one step.
  await assertKeepsNotes(config.dataDir);
  const keepNotes = (notes: readonly string[]): Promise<string> => keepNotesIn(config.dataDir, notes);
  const { eventStoreUrl } = config;
  const print = (line: string): void => console.log(line);
  const result = await moveLog({ databaseUrl: database.url, eventStoreUrl, to, print, keepNotes, signal });
  if (result === 'app runs') process.exitCode = APP_RUNS;
  else
    console.log(
      `now start the app with ${/^postgres/.test(to) ? 'DATABASE_URL (and without EVENT_STORE_URL)' : 'EVENT_STORE_URL'} as given here`,
    );
};

const command = new Command('move-log')
  .description('Copies the event log to another engine or database, compares the two, and lets the app go on there.')
  .option('--to <address>', 'esdb://… or postgres://…')
  .option('--give-up', 'forgets a move that has not ended: the log goes on where it was')
  .action(async (options: Options) => {
    const interrupted = new AbortController();
    process.once('SIGINT', () => interrupted.abort(new Error('interrupted: run the same again to go on')));
    await run(options, interrupted.signal);
  });

await runCommand(command);
