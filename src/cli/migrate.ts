import { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { migrate } from '../database/migrate.ts';
import { openCommandDatabase } from './command-database.ts';
import { runCommand } from './run-command.ts';

const command = new Command('migrate')
  .description('Brings the tables of the database up to date, as a start of the app does, and ends.')
  .action(async () => {
    const database = await openCommandDatabase(loadConfig(process.env));
    try {
      const ran = await migrate(database.url);
      console.log(ran.length === 0 ? 'the database is up to date' : `ran ${ran.join(', ')}`);
    } finally {
      await database.close();
    }
  });

await runCommand(command);
