import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { command } from './app.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';
import { createVenue, definePoint, type Login, type TestVenue } from './venue.ts';

/** A venue that takes bookings: a partner that may book, and tables for 4, for 2, and for any number. */
export interface TestFloor extends TestVenue {
  readonly app: Login;
  readonly booker: HttpClient;
  readonly bookerKeyId: string;
  readonly tables: { readonly four: number; readonly two: number; readonly any: number };
}

export const createFloor = async (app: Login, rules: object = {}): Promise<TestFloor> => {
  const venue = await createVenue(app);
  const { till, point_id, hall_id } = venue;
  await definePoint(till, { id: point_id, working_hours: EVERY_DAY, reservation_rules: rules });
  const key = await command(till, 'IssueKey', { audience: 'partner', name: 'booker', permissions: ['table_booking'] });
  const table = async (name: string, capacity: number | null): Promise<number> =>
    (await command(till, 'DefineTable', { hall_id, name, capacity })).id;
  return {
    ...venue,
    app,
    booker: await app.client(key.api_key),
    bookerKeyId: key.key_id,
    tables: { four: venue.table_id, two: await table('2', 2), any: await table('3', null) },
  };
};

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '10:00', close: '02:00' }));

/** A partner of the same brand that may book, too. */
export const anotherBooker = async ({ till, app }: TestFloor, fields: object = {}): Promise<HttpClient> => {
  const terms = { audience: 'partner', name: 'other booker', permissions: ['table_booking'], ...fields };
  return app.client((await command(till, 'IssueKey', terms)).api_key);
};

/** A fitting body: the table for four, on a day of that month at seven, for two. */
export const bookingOf = ({ point_id, tables }: TestFloor, fields: object = {}) => ({
  point_id,
  external_id: randomUUID(),
  date: '2026-03-10',
  start_time: '19:00',
  guests: 2,
  table_id: tables.four,
  guest: { phone: '+998 90 123-45-67', name: 'Aziza' },
  ...fields,
});

/** Books; expects it to be new, and answers the reservation. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came back
export const booked = async (floor: TestFloor, fields: object = {}, client = floor.booker): Promise<any> => {
  const answer = await client.post('/v1/reservations', bookingOf(floor, fields));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};

export const patch = (client: HttpClient, path: string, body: object): Promise<HttpAnswer> =>
  client.send('PATCH', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
