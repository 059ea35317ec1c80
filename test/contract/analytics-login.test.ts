// A database of its own: it begins empty, as for the first start of an app.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createNameNotifications } from '../../src/commands/clients/name-notifications.ts';
import { whatAnalystsLack } from '../../src/database/analyst-fence.ts';
import { ensureAnalyst } from '../../src/database/analyst-role.ts';
import { openAnalystLogin } from '../../src/database/embedded-postgres/analyst.ts';
import { createListener } from '../../src/database/listener.ts';
import { migrate } from '../../src/database/migrate.ts';
import { installAnalytics } from '../../src/projections/analytics/install.ts';
import { connectAnalyst } from '../support/analyst.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { adminUrlOf, createEmptyDatabase } from '../support/database.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await startTestApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  onTestFinished(() => client.end());
  await client.connect();
  return client;
};

const ANALYSTS_SQL = readFileSync(new URL('../../src/database/analysts.sql', import.meta.url), 'utf8');

const withPath = (url: string, pathname: string) => Object.assign(new URL(url), { pathname }).href;

const REFUSED = [
  'create temp table mine ()',
  'create table public.mine ()',
  'create schema mine',
  'select pg_advisory_lock(8451001)',
  'select pg_advisory_xact_lock_shared(8451001, 1)',
  'select pg_try_advisory_lock(8451001)',
  'select lo_create(0)',
  'select lo_creat(-1)',
  `select lo_from_bytea(0, 'x')`,
  `select pg_notify('projections', 'x')`,
  `select pg_logical_emit_message(false, 'x', 'y')`,
];

/** The server's one login, whose password each start sets: of all test files this one alone may use it. */
describe('the login of the embedded database', () => {
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = await tempFolder();
    url = await openAnalystLogin(folder, adminUrlOf(app.databaseUrl));
  });

  test('the analyst’s login to the embedded database has its address in the data folder, the same after every start, and can only read', async () => {
    expect(await openAnalystLogin(folder, adminUrlOf(app.databaseUrl))).toBe(url);
    expect(readFileSync(join(folder, 'analyst-url'), 'utf8')).toBe(url);
    const analyst = await connect(url);
    expect((await analyst.query('select name from points')).rows).toEqual([{ name: 'Chorsu' }]);
    await expect(analyst.query('create temp table mine ()')).rejects.toMatchObject({ code: '25006' });
    await expect(analyst.query('select from read.orders')).rejects.toMatchObject({ code: '42501' });
  });

  test('the analyst’s login to the embedded database can hold nothing up and leave nothing behind, though it lifts its own limits', async () => {
    const analyst = await connect(url);
    await analyst.query('set default_transaction_read_only to off; set statement_timeout to 0');
    for (const sql of REFUSED) await expect(analyst.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  });

  test('the analyst’s login to the embedded database gets into no other database of the server', async () => {
    for (const name of ['/postgres', '/template1']) {
      await expect(connect(withPath(url, name)), name).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('the analyst’s login to the embedded database may change its password and settings, which cannot be forbidden: the next start has them as before', async () => {
    const analyst = await connect(url);
    await analyst.query('set default_transaction_read_only to off');
    await analyst.query(`alter role analyst set statement_timeout to 0; alter role analyst set work_mem to '1GB'`);
    await analyst.query(`alter role analyst password 'mine'`);
    await expect(connect(url)).rejects.toMatchObject({ code: '28P01' });
    await openAnalystLogin(folder, adminUrlOf(app.databaseUrl));
    const { rows } = await (await connect(url)).query(
      `select name, setting, source from pg_settings where name in ('statement_timeout', 'work_mem') order by name`,
    );
    expect(rows[0]).toMatchObject({ setting: '600000' });
    expect(rows[1]).toMatchObject({ source: 'default' });
  });
});

test('whatever the analyst notifies, on whichever channel, the server lives on and shows what was written', async () => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const { pool } = app.tillstream;
  const listener = await createListener(app.databaseUrl);
  onTestFinished(() => listener.close());
  const nameNotifications = await createNameNotifications(listener, pool);
  const renamed: unknown[] = [];
  nameNotifications.onNotified((clientId) => renamed.push(clientId));
  const lie = { projections: ['orders'], position: Number.MAX_SAFE_INTEGER, brands: ['__proto__'] };
  const payloads = [
    ...['{bad', 'null', '[]', '{}', '-1', '1e999', '9007199254740991', 'x'.repeat(7_999)],
    ...[lie, { ...lie, projections: ['constructor'] }, { ...lie, parked: true }].map((it) => JSON.stringify(it)),
  ];
  for (const channel of ['log', 'projections', 'projection_rebuilt', 'client_named']) {
    await analyst.query(`notify ${channel}`);
    for (const payload of payloads) await analyst.query(`notify ${channel}, ${pg.escapeLiteral(payload)}`);
  }
  await expect.poll(() => renamed).toEqual([null, ...payloads.map((it) => (/^\d+$/.test(it) ? Number(it) : null))]);

  const { till, partner, point_id, cashier_id, cash } = venue;
  await command(till, 'OpenShift', { point_id, cashier_id });
  const { order_id } = (await partner.post('/v1/orders', orderBody(venue))).body;
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] });
  const { status } = (await partner.get(`/v1/orders/${order_id}`)).body;
  expect(status).toBe('CLOSED');
  await expect.poll(async () => (await pool.query('select id from read.cheques')).rows).toEqual([{ id: order_id }]);
});

/** What a log was told. */
const listeningLog = () => {
  const lines: string[] = [];
  return { lines, warn: (_fields: object, line: string) => void lines.push(line) };
};

test('where our user is no superuser the start does what it may, says what is left, and analysts.sql does that', async () => {
  const { url, pool, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await migrate(url);
  const before = listeningLog();
  await installAnalytics(pool, before as never);
  expect(before.lines).toEqual([
    expect.stringMatching(/^an analyst could stop every write: .+ src\/database\/analysts\.sql/),
  ]);

  const analyst = await connectAnalyst(url);
  await expect(analyst.query('create temp table mine ()')).rejects.toMatchObject({ code: '42501' });
  await analyst.query('select pg_advisory_lock(1), pg_advisory_unlock(1)');

  const admin = await connect(adminUrlOf(url));
  for (let time = 0; time < 2; time += 1) await admin.query(ANALYSTS_SQL);
  for (const sql of REFUSED) await expect(analyst.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  await migrate(url);
  const after = listeningLog();
  await installAnalytics(pool, after as never);
  expect(after.lines).toEqual([]);
});

test('where the role is missing and our user may not make it, nothing fails, and one line says so', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const admin = await connect(adminUrlOf(url));
  // No other session sees the role renamed.
  await admin.query(`begin; alter role analyst rename to analyst_of_others; set local role ${new URL(url).username}`);
  await admin.query('savepoint made');
  await ensureAnalyst(admin);
  await admin.query('rollback to savepoint made');
  expect(await whatAnalystsLack(admin)).toMatch(
    /^analysts cannot read: there is no role analyst, .+ src\/database\/analysts\.sql/,
  );
  await admin.query('rollback');
});
