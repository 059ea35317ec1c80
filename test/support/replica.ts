import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { postgresAccount } from '../../src/database/embedded-postgres/account.ts';
import { postgresBinaries } from '../../src/database/embedded-postgres/binaries.ts';
import { freePort } from '../../src/database/embedded-postgres/port.ts';
import { adminUrlFor } from './cluster.ts';
import { processesOf, signalAll } from './server-processes.ts';

export interface TestReplica {
  /** The address of the same database there. */
  urlOf(databaseUrl: string): string;
  /** SIGKILL for all of its processes. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** SIGSTOP, and SIGCONT. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Runs a statement there, as its administrator. `databaseUrl`: in this database, as the primary's address has it. */
  run(statement: string, databaseUrl?: string): Promise<void>;
  stop(): Promise<void>;
}

const SLOT = 'replica_of_tests';
const copyBeside = (data: string): string => `${data}-replica`;

/**
 * A streaming replica of the server, of the same programs: a copy of its folder that follows it from then on. `folderOf`: where the copy
 * of a folder is; left out, beside it.
 */
export const startReplica = async (adminUrl: string, folderOf = copyBeside): Promise<TestReplica> => {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const { data } = (await admin.query(`select current_setting('data_directory') as data`)).rows[0];
  const folder = folderOf(data);
  await admin.query(`select pg_create_physical_replication_slot('${SLOT}', true)`);
  await admin.query(`select pg_backup_start('replica', fast => true)`);
  execFileSync('cp', ['-a', data, folder]);
  const { labelfile } = (await admin.query('select labelfile from pg_backup_stop()')).rows[0];
  await admin.end();

  const binaries = await postgresBinaries();
  const account = await postgresAccount(folder, { dataDir: join(folder, '..'), postgres: binaries.postgres });
  for (const name of ['postmaster.pid', 'pg_wal', 'pg_replslot'])
    await rm(join(folder, name), { recursive: true, force: true });
  const { hostname, port: primaryPort, username, password } = new URL(adminUrl);
  const settings = {
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
    primary_slot_name: SLOT,
    port: await freePort(),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 500,
    hot_standby_feedback: 'on',
    wal_retrieve_retry_interval: '100ms',
    log_min_messages: 'log',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  for (const [name, text] of [
    ['backup_label', labelfile],
    ['standby.signal', ''],
    ['postgresql.auto.conf', `${lines.join('\n')}\n`],
  ]) {
    await writeFile(join(folder, name), text);
    await account.own(join(folder, name));
  }
  for (const name of ['pg_wal', 'pg_replslot']) {
    await mkdir(join(folder, name), { mode: 0o700 });
    await account.own(join(folder, name));
  }

  const urlOf = (url: string): string => {
    const address = Object.assign(new URL(url), { port: `${settings.port}` });
    address.searchParams.delete('host');
    return address.href;
  };
  let processes: number[] = [];
  const start = async (): Promise<void> => {
    await rm(join(folder, 'postmaster.pid'), { force: true });
    const { code, output } = await account.run(binaries.pg_ctl, [
      'start',
      '-D',
      folder,
      '-l',
      join(folder, 'server.log'),
      '-w',
    ]);
    if (code !== 0) throw new Error(`the replica did not start: ${output}`);
  };
  const kill = async (): Promise<void> => {
    signalAll(await processesOf(urlOf(adminUrl)), 'SIGKILL');
    processes = [];
  };
  await start();
  return {
    urlOf,
    start,
    kill,
    freeze: async () => {
      processes = await processesOf(urlOf(adminUrl));
      signalAll(processes, 'SIGSTOP');
    },
    thaw: () => signalAll(processes, 'SIGCONT'),
    run: async (statement, databaseUrl = adminUrl) => {
      const client = new pg.Client({ connectionString: urlOf(adminUrlFor(adminUrl, databaseUrl)) });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    },
    stop: async () => {
      signalAll(processes, 'SIGCONT');
      await account.run(binaries.pg_ctl, ['stop', '-D', folder, '-m', 'immediate', '-w']);
      await rm(folder, { recursive: true, force: true });
      // Else the primary would keep its write-ahead log for it. A primary that is gone keeps nothing.
      const last = new pg.Client({ connectionString: adminUrl });
      last.on('error', () => {});
      await last
        .connect()
        .then(() => last.query(`select pg_drop_replication_slot('${SLOT}')`))
        .catch(() => {});
      await last.end().catch(() => {});
    },
  };
};
