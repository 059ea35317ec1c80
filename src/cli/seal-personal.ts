import { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { createPool } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { openCommandDatabase } from './command-database.ts';
import { runCommand } from './run-command.ts';
import { sealLog } from './seal-personal/seal-log.ts';

interface Options {
  readonly dropPlain: boolean;
  readonly discardCheckpoints: boolean;
}

const run = async ({ dropPlain, discardCheckpoints }: Options): Promise<void> => {
  const config = loadConfig(process.env);
  if (config.eventStoreUrl !== undefined) {
    throw new Error(
      'events in EventStoreDB can not be written anew in place: see "Personal data" in docs/operations.md',
    );
  }
  await using closing = new AsyncDisposableStack();
  const database = await openCommandDatabase(config);
  closing.defer(() => database.close());
  await migrate(database.url);
  const pool = createPool(database.url, { max: 3, name: 'tillstream-seal' });
  closing.defer(() => pool.end());
  const { url: databaseUrl, personalDataKey } = database;
  await sealLog({
    pool,
    databaseUrl,
    personalDataKey,
    dropPlain,
    discardCheckpoints,
    say: (line) => console.log(line),
  });
};

const command = new Command('seal-personal')
  .description(
    'Seals the personal data of events that an earlier version has recorded in plain text. Stop the app first.',
  )
  .option('--drop-plain', 'delete the log as it was, which is kept as log.events_plain otherwise', false)
  .option('--discard-checkpoints', 'delete signed checkpoints, which the log does not fit any more', false)
  .action(run);

await runCommand(command);
