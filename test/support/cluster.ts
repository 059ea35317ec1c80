import { randomUUID } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../../src/database/connection.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { installReadModels } from '../../src/projections/engine/install.ts';
import { isInMemory, tempFolder } from './temp-folder.ts';

/**
 * What a database may begin with: nothing; the tables of the log and of the app; the read models' and analysts' views as
 * well; and venues, see ready-venues.ts.
 */
export type Template = 'empty' | 'migrated' | 'installed' | 'venues';

export interface TestDatabase {
  /** Its user owns the database, and may nothing else. */
  readonly url: string;
  /** The EventStoreDB that keeps the events; left out, the log is in the database itself. */
  readonly eventStoreUrl?: string | undefined;
  readonly pool: pg.Pool;
  /** Ends the pool and drops the database, whoever else is still connected. */
  drop(): Promise<void>;
}

/** The user that tests and their apps have: it may what an owner of a database may, and no more. */
const OWNER = 'owner_of_tests';
const MAKE_OWNER = `create role ${OWNER} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`;
const ANALYSTS_SQL = new URL('../../src/database/analysts.sql', import.meta.url);

export interface TestCluster {
  /** What `createDatabase` needs, as a string that can cross to another process. */
  readonly adminUrl: string;
  /** Whether its data are in memory, and not on a disk. */
  readonly inMemory: boolean;
  /** The folder of its socket in the file system. Null: the path would be too long. */
  readonly socketFolder: string | null;
  /** SIGKILL for the server. It starts again on the same port, where the cluster is `guarded`. */
  kill(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/**
 * A server that is there already, such as one of an older version: it is left as it is, but for our databases and roles. Its
 * administrator needs a password.
 */
export const prepareServer = async (adminUrl: string): Promise<void> => {
  await asAdmin(adminUrl, `${MAKE_OWNER} password ${pg.escapeLiteral(new URL(adminUrl).password)}`);
  await makeTemplates(adminUrl);
};

/**
 * Each new database comes with a checkpoint, after which each page would be written whole to the server's log: against the crash
 * of a machine, which no data in memory outlive. And to hand reads to another process takes longer than to read from memory.
 */
const IN_MEMORY = { full_page_writes: 'off', io_method: 'sync' };

/** Systems take 103 characters at most, with the name of the socket itself. */
const MAX_SOCKET_FOLDER = 80;

/** An embedded Postgres in a temporary folder, with template databases. For vitest and for bench scripts. */
export async function startTestCluster({ guarded = false, onDisk = false } = {}): Promise<TestCluster> {
  const folder = await tempFolder({ onDisk });
  await chmod(folder, 0o755); // as root, the user Postgres runs as must get in
  const dataDir = join(folder, 'data');
  const postgresFolder = join(dataDir, 'postgres');
  const socketFolder = postgresFolder.length > MAX_SOCKET_FOLDER ? null : postgresFolder;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    guard: guarded,
    settings: {
      // Each worker has an app that files share, and those that a test starts beside it.
      max_connections: 500,
      unix_socket_directories: socketFolder ?? '',
      ...(isInMemory(folder) ? IN_MEMORY : {}),
      // After a kill it would else open each file of each test database.
      ...(guarded && { recovery_init_sync_method: 'syncfs' }),
    },
  });
  const adminUrl = databaseUrl(postgres.url, 'postgres');
  const stop = async () => {
    await adminOf(adminUrl).end();
    admins.delete(adminUrl);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeConnectingCheap(adminUrl, join(postgresFolder, 'pg_hba.conf'));
    await makeTemplates(adminUrl);
    const kill = async () => {
      const [pid] = (await readFile(join(postgresFolder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    };
    return { adminUrl, inMemory: isInMemory(folder), socketFolder, kill, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTemplates(adminUrl: string): Promise<void> {
  await makeTemplate(adminUrl, 'migrated', 'template1', async (url) => {
    await migrate(url);
    // As an administrator runs it, where the app's user may make no roles.
    await connectAndRun(adminUrlFor(adminUrl, url), await readFile(ANALYSTS_SQL, 'utf8'));
  });
  // What the first start of an app makes, and takes three times as long for as for all the rest.
  await makeTemplate(adminUrl, 'installed', templateName('migrated'), (url) =>
    installReadModels(url, allProjections, pino({ level: 'silent' })),
  );
}

async function makeTemplate(
  adminUrl: string,
  template: Template,
  base: string,
  fill: (url: string) => Promise<unknown>,
): Promise<void> {
  const name = templateName(template);
  await asAdmin(adminUrl, `create database ${name} owner ${OWNER} template ${base}`);
  await fill(asOwner(databaseUrl(adminUrl, name)));
  await closeTemplate(adminUrl, name);
}

async function closeTemplate(adminUrl: string, name: string): Promise<void> {
  // Else each app would do it at its start, as for a restored database.
  await connectAndRun(databaseUrl(adminUrl, name), 'vacuum (freeze, analyze)');
  // The next one to connect writes what the server remembers of its tables. Else each copy's first connections would.
  await connectAndRun(databaseUrl(adminUrl, name), 'select');
  // No autovacuum or stray client may be connected while it is cloned.
  await asAdmin(adminUrl, `alter database ${name} with is_template true allow_connections false`);
}

async function connectAndRun(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Makes a test database the template of this name. Nobody may be connected to it. */
export async function keepAsTemplate(adminUrl: string, url: string, template: Template): Promise<void> {
  const name = templateName(template);
  await asAdmin(adminUrl, `alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
  await closeTemplate(adminUrl, name);
}

/**
 * Makes the owner's role. The many thousand rounds of a password's hash are there against guessing, and its exchange in
 * pieces against listeners. An app opens a dozen connections.
 */
async function makeConnectingCheap(adminUrl: string, rulesFile: string): Promise<void> {
  const { username, password } = new URL(adminUrl);
  const secret = `password ${pg.escapeLiteral(password)}`;
  const roles = `alter role ${pg.escapeIdentifier(username)} ${secret}; ${MAKE_OWNER} ${secret}`;
  const rules = [username, OWNER].map((name) => `host all ${name} 127.0.0.1/32 password\nlocal all ${name} password\n`);
  await writeFile(rulesFile, `${rules.join('')}${await readFile(rulesFile, 'utf8')}`);
  await asAdmin(adminUrl, `set scram_iterations = 1; ${roles}; select pg_reload_conf()`);
}

const templateName = (template: Template): string => (template === 'empty' ? 'template1' : `template_${template}`);

/** A fresh database of a test cluster. `reach`: by which address its pool does. */
export async function createDatabase(
  adminUrl: string,
  template: Template = 'migrated',
  { inMemory = false, reach = (url: string) => url } = {},
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // To copy the files takes half as long as to write them to the server's log, but every file must reach its disk.
  const strategy = inMemory ? 'file_copy' : 'wal_log';
  await asAdmin(
    adminUrl,
    `create database ${name} owner ${OWNER} template ${templateName(template)} strategy ${strategy}`,
  );
  const url = asOwner(databaseUrl(adminUrl, name));
  const pool = createPool(reach(url), { name: 'test' });
  const drop = async () => {
    if (!pool.ended) await pool.end();
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`);
  };
  return { url, pool, drop };
}

const asAdmin = (adminUrl: string, statement: string) => adminOf(adminUrl).query(statement);

/** Of this process, by address. Each test database takes two statements: a connection for each would cost more than both. */
const admins = new Map<string, pg.Pool>();

const adminOf = (adminUrl: string): pg.Pool => {
  const known = admins.get(adminUrl);
  if (known) return known;
  // A worker of vitest ends without a word to its modules.
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  pool.on('error', () => {});
  admins.set(adminUrl, pool);
  return pool;
};

function databaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

const asOwner = (url: string): string => Object.assign(new URL(url), { username: OWNER }).href;

/** The address of the database at `url` for the administrator. */
export const adminUrlFor = (adminUrl: string, url: string): string =>
  databaseUrl(adminUrl, new URL(url).pathname.slice(1));
