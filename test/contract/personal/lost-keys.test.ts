// A database of its own: keys of persons are taken out of it.

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { createAppDatabase } from '../../support/database.ts';
import { startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { createClient } from '../../support/http-client.ts';
import { createVenue, orderBody } from '../../support/venue.ts';

interface Line {
  readonly msg: string;
  readonly lost_keys?: number;
}

test('keys that Postgres lost in a restore are counted at each start, until they are back or their persons erased', async () => {
  const database = await createAppDatabase();
  const server = await startEventStoreDbServer();
  const { pool } = database;
  onTestFinished(async () => {
    server.stop();
    await database.drop();
  });
  /** An app, and what it says at its start of keys. */
  const start = async () => {
    const lines: Line[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const app = await startTestApp({ database, eventStoreUrl: server.url, log });
    onTestFinished(app.stop);
    const checked = async () => (await pool.query('select position from app.keys_checked')).rows[0].position;
    const head = await app.tillstream.store.head();
    await vi.waitFor(async () => expect(await checked()).toBeGreaterThanOrEqual(head), 10_000);
    const { checks } = (await app.anonymous.get('/health/ready')).body;
    await app.tillstream.shown(head);
    return { app, told: () => lines.flatMap(({ lost_keys }) => lost_keys ?? []), shown: checks.lost_keys };
  };

  const first = await start();
  const venue = await createVenue(first.app);
  const at = (app: TestApp) => createClient(app.url, venue.partner.token);
  /** An order of a new guest, which is over at once. */
  const place = async (app: TestApp, last: number): Promise<void> => {
    const client = { name: 'Dilnoza', phone: `+99890123460${last}` };
    const { status, body } = await at(app).post('/v1/orders', orderBody(venue, { external_id: randomUUID(), client }));
    expect(status).toBe(200);
    const { order_id } = body;
    await command(venue.till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
  };
  await place(first.app, 0);
  const backup = await pool.query('select subject from app.subject_keys');
  const position = await first.app.tillstream.store.head();
  for (const last of [1, 2, 3]) await place(first.app, last);
  await first.app.stop();
  expect([first.shown, first.told()]).toEqual([0, []]);

  // As in a backup of Postgres from before these three, which EventStoreDB's has.
  const lost = await pool.query('delete from app.subject_keys where not subject = any ($1) returning *', [
    backup.rows.map(({ subject }) => subject),
  ]);
  await pool.query('update app.keys_checked set position = $1', [position]);
  const second = await start();
  await vi.waitFor(() => expect(second.told()).toEqual([3]));
  await second.app.stop();
  const third = await start();
  await vi.waitFor(() => expect(third.told()).toEqual([3]));
  expect(third.shown).toBe(3);

  const client_id = Number(lost.rows[0].key);
  await command(createClient(third.app.url, venue.till.token), 'EraseClient', {
    client_id,
    reason: 'they asked for it',
  });
  const { subject, brand_id, kind, key, wrapped, wrapped_by } = lost.rows[1];
  await pool.query(
    'insert into app.subject_keys (subject, brand_id, kind, key, wrapped, wrapped_by) values ($1, $2, $3, $4, $5, $6)',
    [subject, brand_id, kind, key, wrapped, wrapped_by],
  );
  await third.app.stop();
  const last = await start();
  await vi.waitFor(() => expect(last.told()).toEqual([1]));
  const { checks } = (await last.app.anonymous.get('/health/ready')).body;
  expect(checks).toMatchObject({ database: 'ok', event_store: 'ok', lost_keys: 1 });
});
