// A database of its own: it writes rows into read models by hand.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { findExpectedHandOver } from '../../../src/projections/shifts/expected-hand-over.ts';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { createAppDatabase, type TestDatabase } from '../../support/database.ts';
import { booked, createFloor, type TestFloor } from '../../support/floor.ts';
import { createDatasetT, type DatasetT } from '../../support/reports/dataset-t.ts';

let database: TestDatabase;
let app: TestApp;
let set: DatasetT;
let floor: TestFloor;
const clock = createClock();
let shift_id: number;

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ database, clock: clock.read });
  set = await createDatasetT(app);
  floor = await createFloor(app);
  const { rows } = await database.pool.query('select shift_id from read.till_shifts where known_to is null');
  shift_id = rows[0].shift_id;
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const handOver = () => findExpectedHandOver(database.pool, set.venue.brand_id, shift_id);

/** A row of the read model, as a movement writes it. */
const move = (id: number, direction: string, amount: number, payment_type_id: number, payment_category_id: number) =>
  database.pool.query(
    `insert into read.money_movements (register, id, brand_id, shift_id, direction, amount, payment_type_id,
       payment_category_id, known_from) values ('shift', $1, $2, $3, $4, $5, $6, $7, 1)`,
    [id, set.venue.brand_id, shift_id, direction, amount, payment_type_id, payment_category_id],
  );

test('what is to be handed over of a shift is its cash, and money of each other payment type; bonuses and debts are not', async () => {
  const { till, cash, card } = set.venue;
  const non_cash = (amount: number) =>
    new Map([
      [card, amount],
      [set.online, 40_000],
    ]);
  expect(await handOver()).toEqual({ cash: 200_000, non_cash: non_cash(50_000) });

  const { items } = (await till.get(`/venue/v1/orders/${set.c1}`)).body;
  const lines = [{ line_id: items[0].line_id, quantity: 1 }];
  await command(till, 'ReturnGoods', { order_id: set.c1, payment_type_id: cash, lines, refunded_amount: 30_000 });
  await move(1, 'minus', 15_000, cash, 1);
  await move(2, 'plus', 7_000, card, 2);
  await command(till, 'CloseShift', { shift_id, counted_cash: 150_000, left_cash: 20_000 });
  expect(await handOver()).toEqual({ cash: 135_000, non_cash: non_cash(57_000) });

  await command(till, 'OpenShift', { point_id: set.venue.point_id, cashier_id: set.venue.cashier_id });
  await command(till, 'ReopenCheque', { order_id: set.c2, reason: 'wrong payment' });
  expect(await handOver()).toEqual({ cash: 35_000, non_cash: non_cash(7_000) });
  await expect(findExpectedHandOver(database.pool, crypto.randomUUID(), shift_id)).rejects.toThrow('no till shift');
});

test('a deposit that a cheque used is no money of its shift, and the export shows it as any payment', async () => {
  const { till, partner, card, cash, point_id, cashier_id, products } = floor;
  const opened = await command(till, 'OpenShift', { point_id, cashier_id, opening_cash: 10_000 });
  const deposit = { amount: 50_000, payment_type_id: card };
  const { id: reservation_id } = await booked(floor, { date: '2026-03-02', start_time: '15:00', deposit });
  const { order_id } = await command(till, 'SeatReservation', { reservation_id });
  const items = [{ product_id: products.tea, quantity: 10 }];
  await command(till, 'AddItems', { order_id, items });
  const payments = [{ payment_type_id: cash, amount: 30_000 }];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments });

  const found = await findExpectedHandOver(database.pool, floor.brand_id, opened.shift_id);
  expect(found).toEqual({ cash: 40_000, non_cash: new Map() });
  const { cheques } = (await partner.get('/v1/export/cheques?date_from=2026-03-02&date_to=2026-03-02')).body;
  expect(cheques.map((cheque: { payments: object[] }) => cheque.payments)).toEqual([
    [
      { payment_type_id: card, payment_type_name: 'Card', payment_category_id: 2, amount: 50_000 },
      { payment_type_id: cash, payment_type_name: 'Cash', payment_category_id: 1, amount: 30_000 },
    ],
  ]);
});
