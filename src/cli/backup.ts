import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { forgetBackups } from '../backup/forget-backups.ts';
import { keysHere, passphraseIn } from '../backup/keys-here.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { loadConfig } from '../config/config.ts';
import { clusterPaths } from '../database/embedded-postgres/cluster.ts';
import { openCommandDatabase } from './command-database.ts';
import { runCommand } from './run-command.ts';

const numberOf = (text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error('--keep must be a number from 1 to 9999');
  return Number(text);
};

const command = new Command('backup')
  .description(
    'Makes a backup while the app runs: the database, and all keys sealed under BACKUP_PASSPHRASE. Reads it back.',
  )
  .option('--to <folder>', 'where backups are kept; left out: BACKUP_DIR')
  .option('--keep <number>', 'how many backups stay there; older ones are deleted', numberOf)
  .action(async ({ to: asked, keep }: { to?: string; keep?: number }) => {
    const config = loadConfig(process.env);
    const passphrase = passphraseIn(process.env);
    const to = asked ?? config.backupDir;
    if (to === undefined) throw new Error('--to must name a folder, or BACKUP_DIR be set');
    const isEmbedded = config.databaseUrl === undefined;
    await using closing = new AsyncDisposableStack();
    const database = await openCommandDatabase(config);
    closing.defer(() => database.close());
    const { folder, manifest: made } = await makeBackup({
      url: database.url,
      cluster: isEmbedded ? clusterPaths(config.dataDir).cluster : undefined,
      hasEventStore: config.eventStoreUrl !== undefined,
      keys: await keysHere(process.env, config.dataDir),
      passphrase,
      to,
      version: manifest.version,
      clock: () => new Date(),
    });
    const mb = made.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2;
    // With the events elsewhere, the log in Postgres is empty, or what a move has left there.
    const upTo = made.has_event_store ? '' : `, up to position ${made.position}`;
    console.log(`${folder}: ${made.files.length} files of ${Math.round(mb)} MB${upTo}, read back`);
    if (made.has_event_store)
      console.log('The events are in EventStoreDB: back that up BEFORE this, see docs/operations.md#backup');
    if (keep !== undefined) {
      const { backups, files } = await forgetBackups(to, keep);
      console.log(`deleted: ${backups} older backups, ${files} files of the archive`);
    }
  });

await runCommand(command);
