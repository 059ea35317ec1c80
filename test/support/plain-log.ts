import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createPool } from '../../src/database/connection.ts';
import type { NewEvent, RecordedEvent } from '../../src/event-store/event-store.ts';
import { createTestDatabase } from './database.ts';
import { openTestEvents } from './events.ts';
import { recorded } from './log.ts';

const BRAND = randomUUID();
const POINT = randomUUID();
/** What no sealed event says. Shorter words turn up by chance in what was sealed. */
export const PRIVATE = /Aziza Karimova|aziza\.karimova|998901234567|Zarnigor/;

const event = (type: string, data: object, schema_version = 1): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    command_id: randomUUID(),
    correlation_id: 'test',
    causation_id: null,
    actor: { kind: 'venue', id: 'till', name: 'till' },
    brand_id: BRAND,
    occurred_at: '2026-03-01T10:00:00.000Z',
    schema_version,
  },
});

export const registered = (client_id: number, schema_version = 2) => {
  const data = { client_id, brand_id: BRAND, personal: { client_id, phone: '+998901234567', name: 'Zarnigor' } };
  return event('ClientRegistered', schema_version === 1 ? data : { ...data, registered_on: null }, schema_version);
};
const employee = {
  employee_id: 12,
  brand_id: BRAND,
  login: 'aziza.karimova',
  name: 'Aziza Karimova',
  role: 'waiter',
  role_name: 'Waiter',
};
const hired = event('EmployeeHired', { ...employee, position_id: 2, position_name: 'Waiter', point_id: POINT });
const nobody = event('WalkInLeft', {
  brand_id: BRAND,
  point_id: POINT,
  table_id: 1,
  guests: 2,
  seated_at: '2026-03-01T10:00:00.000Z',
  left_at: '2026-03-01T11:00:00.000Z',
});

/** A log as an earlier version has left it, with `clients` persons in plain text, and one row in the form of the first version. */
export const createPlainLog = async (clients: number) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const log = await openTestEvents(database);
  await log.stored.append('employee-12', 'no_stream', [hired]);
  const ids = Array.from({ length: clients }, (_, index) => index + 1);
  await Promise.all(ids.map((id) => log.stored.append(`client-${id}`, 'no_stream', [registered(id)])));
  await log.stored.append('reservation_book-1', 'no_stream', [nobody]);
  await log.store.append('client-9000', 'no_stream', [registered(9_000)]);
  const wide = registered(9_001, 1);
  await database.pool.query(
    `insert into log.events (position, stream, revision, id, type, data, metadata)
     select max(position) + 1, 'client-9001', 0, $1, $2, $3, $4 from log.events`,
    [wide.id, wide.type, JSON.stringify(wide.data), JSON.stringify(wide.metadata)],
  );
  const before = { stored: await recorded(log.stored), shown: await recorded(log.store) };
  await log.close();
  await database.pool.end();
  // Under this name the command lets it be: any other Tillstream must be stopped.
  const pool = createPool(database.url, { max: 3, name: 'tillstream-seal' });
  onTestFinished(() => pool.end());
  /** As it is stored, and as readers get it. */
  const read = async () => {
    const events = await openTestEvents({ ...database, pool });
    const read = { stored: await recorded(events.stored), shown: await recorded(events.store) };
    await events.close();
    return read;
  };
  const textOf = async (table: string): Promise<string> =>
    (await pool.query(`select string_agg(t::text, ' ') as text from ${table} t`)).rows[0].text;
  return { pool, url: database.url, before, read, textOf };
};

export type PlainLog = Awaited<ReturnType<typeof createPlainLog>>;

/** Where each event stands, and which one it is. */
export const places = (events: readonly RecordedEvent[]) =>
  events.map(({ position, stream, revision, id, type, recorded_at }) => [
    position,
    stream,
    revision,
    id,
    type,
    recorded_at,
  ]);
