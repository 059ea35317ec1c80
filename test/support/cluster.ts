import { randomUUID } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createPool } from '../../src/database/connection.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { tempFolder } from './temp-folder.ts';

const TEMPLATE = 'template_migrated';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Ends the pool and drops the database, whoever else is still connected. */
  drop(): Promise<void>;
}

export interface TestCluster {
  /** What `createDatabase` needs, as a string that can cross to another process. */
  readonly adminUrl: string;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/** An embedded Postgres in a temporary folder, with a migrated template database. For vitest and for bench scripts. */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = await tempFolder();
  await chmod(folder, 0o755); // as root, the user Postgres runs as must get in
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const adminUrl = databaseUrl(postgres.url, 'postgres');
    await asAdmin(adminUrl, `create database ${TEMPLATE}`);
    await migrate(databaseUrl(adminUrl, TEMPLATE));
    // No autovacuum or stray client may be connected while it is cloned.
    await asAdmin(adminUrl, `alter database ${TEMPLATE} with is_template true allow_connections false`);
    return { adminUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A fresh migrated database of a test cluster. */
export async function createDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, `create database ${name} template ${TEMPLATE}`);
  const url = databaseUrl(adminUrl, name);
  const pool = createPool(url, { name: 'test' });
  const drop = async () => {
    if (!pool.ended) await pool.end();
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`);
  };
  return { url, pool, drop };
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}
