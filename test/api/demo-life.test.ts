// A database of its own: the demo brand is made once in a database, and its clock is turned back.

import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { createLifeClock } from '../../src/demo/life/clock.ts';
import { type DemoLife, startDemoLife } from '../../src/demo/life/run-life.ts';
import { seedDemoBrand } from '../../src/demo/run-demo.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';

const MINUTE = 60_000;
/** A Friday evening in Tashkent. */
const time = createLifeClock(() => Date.parse('2026-03-06T15:30:00Z'));
const log = pino({ level: 'silent' });

let app: TestApp;
let life: DemoLife;
let venue: HttpClient;
let point: string;
/** A cheque that a person opened at the till. */
let own: number;

interface Order {
  readonly order_type_id: number;
  readonly status: string;
}

const boardOf = async () => (await venue.get(`/venue/v1/points/${point}/board`)).body;
const ofPoint = async (name: string) => (await venue.get(`/venue/v1/points/${point}/${name}`)).body;

beforeAll(async () => {
  app = await startTestApp({ clock: time.now });
  await seedDemoBrand(app.tillstream, log, undefined, time.now());
  venue = await app.client(DEMO_KEYS.venue);
  const [first] = (await (await app.client(DEMO_KEYS.partner)).get('/v1/points')).body.points;
  point = first.id;
  life = await startDemoLife({ tillstream: app.tillstream, time, log, pastMs: 81 * MINUTE });
  own = (await command(venue, 'OpenCheque', { point_id: point, order_type_id: 2, items: [] })).order_id;
  await life.isNow;
});
afterAll(async () => {
  await life.stop();
  await app.stop();
});

test('the demo is in the middle of its evening: guests at tables, orders of each kind, and something is out', async () => {
  const { shift, orders, stop_list } = await boardOf();
  expect(shift).not.toBeNull();
  expect(stop_list.length).toBeGreaterThan(0);
  const ofType = (type: number) => orders.filter(({ order_type_id }: Order) => order_type_id === type);
  expect(ofType(1).length).toBeGreaterThan(2);
  expect(ofType(3).length).toBeGreaterThan(1);
  expect(new Set(orders.map(({ status }: Order) => status)).size).toBeGreaterThan(2);
  const { tables } = (await venue.get(`/venue/v1/tables?point_id=${point}`)).body;
  const seated = tables.filter((table: { seated: object | null }) => table.seated).length;
  expect(seated).toBeGreaterThan(tables.length / 3);
});

test('the day of the demo has sales, and so has the same weekday a week before', async () => {
  const { cheques, before } = await ofPoint('today');
  expect(cheques).toBeGreaterThan(10);
  expect(before.cheques).toBe(36);
  expect(before.cheques_so_far).toBeLessThan(before.cheques);
});

test('the cashier who signs in has the till of today, and the drawer of the week before was counted', async () => {
  const { shifts } = (await venue.get(`/venue/v1/shifts?point_id=${point}`)).body;
  const { accounts } = (await venue.get('/venue/v1/accounts')).body;
  const cashier = accounts.find(({ login }: { login: string }) => login === 'cashier');
  expect(shifts.map(({ cashier_id }: { cashier_id: number }) => cashier_id)).toEqual(
    [1, 2].map(() => cashier.employee_id),
  );
  const partner = await app.client(DEMO_KEYS.partner);
  const report = await partner.get(`/v1/reports/shifts?date_from=2026-02-27&date_to=2026-02-27&point_id=${point}`);
  const [{ cashier_name, cash_balance, counted_cash, cash_difference }] = report.body.shifts;
  expect({ cashier_name, counted_cash, cash_difference }).toEqual({
    cashier_name: cashier.name,
    counted_cash: cash_balance,
    cash_difference: 0,
  });
});

test('the sheet of the month is full: who is there now, who worked each day, and what the manager corrected', async () => {
  const partner = await app.client(DEMO_KEYS.partner);
  const query = `date_from=2026-02-06&date_to=2026-03-06&point_id=${point}`;
  const { shifts } = (await partner.get(`/v1/attendance/shifts?${query}`)).body;
  const dates = new Set(shifts.map(({ date }: { date: string }) => date));
  expect(dates.size).toBe(29);
  const open = shifts.filter(({ check_out }: { check_out: string | null }) => check_out === null);
  expect(open.some(({ date }: { date: string }) => date === '2026-03-06')).toBe(true);
  expect(shifts.some(({ note }: { note: string | null }) => note === 'Забыл отметиться')).toBe(true);
  // What they worked for is due to them.
  const { employees } = (await partner.get(`/v1/reports/payroll?${query}`)).body;
  const due = employees.filter(({ balance_end }: { balance_end: number | null }) => (balance_end ?? 0) > 0);
  expect(due.length).toBeGreaterThan(5);
});

test('guests of the app have points for what they paid', async () => {
  const { clients } = (await venue.get('/venue/v1/clients?limit=100')).body;
  const points = clients.map((client: { points: number }) => client.points);
  expect(Math.max(...points)).toBeGreaterThan(0);
});

test('an auditor who goes an hour back finds the hall and its guests, and a week back the hall', async () => {
  const auditor = await app.client(DEMO_KEYS.auditor);
  const floorAt = async (ago: number) => {
    const at = encodeURIComponent(new Date(time.now() - ago).toISOString());
    return (await auditor.get(`/audit/v1/points/${point}/floor?at=${at}`)).body;
  };
  const { tables, cheques } = await floorAt(60 * MINUTE);
  expect(tables.filter((table: { seated: object | null }) => table.seated).length).toBeGreaterThan(0);
  expect(cheques.length).toBeGreaterThan(0);
  expect((await floorAt(7 * 24 * 60 * MINUTE)).tables).toHaveLength(tables.length);
});

test('a cheque that a person opened in the demo stays as it is', async () => {
  const { status, items } = (await venue.get(`/venue/v1/orders/${own}`)).body;
  expect({ status, items }).toEqual({ status: 'UNCONFIRMED_ORDER', items: [] });
});
