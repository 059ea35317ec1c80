// A database of its own: its readers are given up after a second, and few bytes may stay unread.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { FIRST_DAY, lastDay, storeCheques } from '../../../bench/fixtures/stored-cheques.ts';
import type { TestApp } from '../../support/app.ts';
import { metricOf } from '../../support/metric.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';

const CHEQUES = 60_000;
const MB = 1024 ** 2;
const UNREAD = { perKey: 5 * MB, perBrand: 16 * MB, total: 64 * MB };
const SOON = { timeout: 30_000, interval: 20 };
let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startVenueApp({ readerStalledMs: 1_000, unread: UNREAD, reportSecondsPerMinute: 600 });
  [venue, other] = [await createVenue(app), await createVenue(app)];
  const { brand_id, point_id } = venue;
  await storeCheques(app.tillstream.pool, { brand_id, point_ids: [point_id], cheques: CHEQUES, linesEach: 1 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => app.stop());

const PERIOD = { date_from: FIRST_DAY, date_to: lastDay(CHEQUES) };
const large = {
  kind: 'sales',
  ...PERIOD,
  group_by: ['date', 'point', 'cheque', 'waiter', 'order_type'],
  limit: 50_000,
  measures: ['revenue', 'cheques_count', 'guests_count', 'average_cheque'],
};

/** Asks without reading; `answered` resolves to the first bytes. */
const askAndReadNothing = async (body: object): Promise<Socket> => {
  const text = JSON.stringify(body);
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(
    `POST /v1/reports/olap HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${venue.partner.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  return socket;
};

const metric = (name: string): Promise<number> => metricOf(app, name);
const busyConnections = async () => {
  const text = `select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'tillstream reports' and state <> 'idle'`;
  return (await app.tillstream.pool.query(text)).rows.length;
};

test('a large report comes whole to a client that reads it', async () => {
  const { status, body } = await venue.partner.post('/v1/reports/olap', large);
  expect(status).toBe(200);
  expect([body.rows.length, body.rows_count, body.has_more]).toEqual([50_000, 50_000, true]);
  expect(await metric('tillstream_unread_answer_bytes')).toBe(0);
});

test('large reports that nobody reads hold little memory and no connection; others are answered meanwhile', async () => {
  let most = 0;
  const durations: number[] = [];
  const OVER = 'tillstream_http_requests_total{method="POST",route="/v1/reports/olap"';
  const before = await metric(OVER);
  const asked = await Promise.all(Array.from({ length: 4 }, () => askAndReadNothing(large)));
  await vi.waitFor(async () => {
    const began = performance.now();
    const { status } = await other.partner.get(`/v1/export/cheques?date_from=${FIRST_DAY}&date_to=${FIRST_DAY}`);
    expect(status).toBe(200);
    durations.push(performance.now() - began);
    const unread = await metric('tillstream_unread_answer_bytes');
    most = Math.max(most, unread);
    // All were answered, by the report or by a refusal, and what was not read is cut off.
    expect([(await metric(OVER)) - before, unread]).toEqual([asked.length, 0]);
  }, SOON);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(UNREAD.perKey + MB);
  expect(await metric('tillstream_readers_cut_total')).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await busyConnections()).toBe(0), SOON);
  expect(durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)]).toBeLessThan(500);
  const texts = await Promise.all(asked.map(readRest));
  for (const text of texts) expect(text).toMatch(/^HTTP\/1\.1 (200|429)/);
  for (const text of texts) if (text.startsWith('HTTP/1.1 200')) expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
  // The key itself can go on.
  expect((await venue.partner.post('/v1/reports/olap', large)).status).toBe(200);
});

/** What the system holds for the client, up to the end of the connection or of a refusal. */
const readRest = async (socket: Socket): Promise<string> => {
  const pieces: string[] = [];
  socket.on('data', (chunk) => pieces.push(chunk.toString('latin1')));
  socket.resume();
  await vi.waitFor(() => expect(socket.closed || pieces[0]?.startsWith('HTTP/1.1 429')).toBe(true), SOON);
  return pieces.join('');
};

test('a report of too many rows is refused before it is measured, and as JSON whatever was asked for', async () => {
  const question = {
    kind: 'sales',
    ...PERIOD,
    group_by: ['cheque', 'date', 'waiter'],
    measures: ['revenue', 'guests_count', 'cheques_count', 'average_cheque'],
  };
  const { body, status } = await venue.partner.post('/v1/reports/olap', question, { accept: 'text/csv' });
  expect([status, body.code]).toEqual([400, 'report_too_large']);
});
