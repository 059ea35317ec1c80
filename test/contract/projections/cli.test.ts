import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import {
  eraseEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/database/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { bundled } from '../../support/bundle.ts';
import { PERSONAL_DATA_KEY } from '../../support/events.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { setUp } from './support.ts';

interface Outcome {
  readonly code: number;
  readonly output: string;
}

const SOURCE = fileURLToPath(new URL('../../../src/cli/rebuild.ts', import.meta.url));

const rebuild = async (names: string[], env: Record<string, string>, file?: string): Promise<Outcome> => {
  const script = file ?? (await bundled('src/cli/rebuild.ts'));
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...names], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
};

test('the rebuild command rebuilds all read models, tells when one was not what the log says, and exits accordingly', async () => {
  const { database } = await setUp();
  const secrets = { JWT_SECRET: 'x'.repeat(32), PERSONAL_DATA_KEY, PLATFORM_API_KEY: 'y'.repeat(16) };
  const env = { DATABASE_URL: database.url, ...secrets };
  expect(await rebuild(['all'], env)).toMatchObject({ code: 0, output: expect.stringContaining('there was none') });
  const equal = await rebuild(['all'], env);
  expect(equal).toMatchObject({ code: 0, output: expect.stringContaining('orders: equal') });
  await database.pool.query('insert into read.orders (order_id) values (1)');
  const different = await rebuild(['venue', 'orders'], env);
  expect(different.code).toBe(1);
  expect(different.output).toContain('orders: DIFFERENT\n    old            1 rows, checksum');
  expect(different.output).toContain('orders DIFFERED from the log');
  expect(await rebuild(['orders', 'event-index'], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('event_index_postings: equal'),
  });
  expect(await rebuild(['nothing'], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('not a read model'),
  });
});

test('the rebuild command joins the embedded database of a running app, and starts it where none runs', async () => {
  const parent = await tempFolder();
  const dataDir = join(parent, 'data');
  onTestFinished(async () => {
    await eraseEmbeddedPostgres(dataDir);
    await rm(parent, { recursive: true, force: true });
  });
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
  expect(await rebuild(['all'], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('start Tillstream first'),
  });
  const app = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(app.url);
    expect((await rebuild(['orders'], env, SOURCE)).code).toBe(0);
    await using client = await connect(app.url); // still up
    expect((await client.query('select count(*) from read.orders')).rows).toEqual([{ count: '0' }]);
  } finally {
    await app.stop();
  }
  expect(await rebuild(['orders'], env)).toMatchObject({ code: 0, output: expect.stringContaining('orders: equal') });
  await expect(connect(app.url)).rejects.toThrow(); // and down again
});

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
};
