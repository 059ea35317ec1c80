import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY } from '../support/clock.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
const clock = createClock();
const PERIOD = 'date_from=2026-03-01&date_to=2026-03-31';

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
});
afterAll(() => app.stop());

/** The same numbers every time. */
const random = (() => {
  let seed = 20_260_302;
  return (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
})();

const totalOf = async (order_id: number): Promise<number> =>
  (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.total_amount;

const close = async (order_id: number): Promise<void> => {
  const { till, cash, card, cashier_id } = venue;
  const total = await totalOf(order_id);
  const byCard = random(total + 1);
  const payments = [
    { payment_type_id: card, amount: byCard },
    { payment_type_id: cash, amount: total - byCard, tendered: total },
  ];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments });
};

const giveBack = async (order_id: number): Promise<void> => {
  const { till, cash } = venue;
  const { items } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
  const { line_id, quantity } = items[0];
  const lines = [{ line_id, quantity: Math.min(1, quantity) }];
  await command(till, 'ReturnGoods', { order_id, lines, payment_type_id: cash });
};

const sell = async (): Promise<void> => {
  const { till, partner, products, point_id } = venue;
  const items = [
    { product_id: products.plov, quantity: 1 + random(3), modifiers: [{ product_id: products.large, quantity: 1 }] },
    { product_id: products.kazy, quantity: (1 + random(900)) / 1_000 },
    { product_id: products.tea, quantity: 1 + random(4) },
  ].slice(random(3));
  const isOwn = random(3) === 0;
  const { order_id } = isOwn
    ? await command(till, 'OpenCheque', { point_id, order_type_id: 2, items })
    : (await partner.post('/v1/orders', orderBody(venue, { items }))).body;
  if (random(3) === 0) {
    const discount = random(1 + (await totalOf(order_id)));
    await command(till, 'AdjustCheque', { order_id, discount, service_amount: random(9_000) });
  }
  if (random(8) === 0) return;
  if (random(8) === 0) return await command(till, 'DeleteCheque', { order_id });
  await close(order_id);
  if (random(5) === 0) {
    await command(till, 'ReopenCheque', { order_id, reason: 'mistake' });
    if (random(2) === 0) return;
    await close(order_id);
  }
  if (random(3) === 0) await giveBack(order_id);
};

// biome-ignore lint/suspicious/noExplicitAny: rows as they came
const exported = async (what: string): Promise<any[]> => {
  // biome-ignore lint/suspicious/noExplicitAny: rows as they came
  const rows: any[] = [];
  for (let after = 0, more = true; more; ) {
    const { body } = await venue.partner.get(`/v1/export/${what}?${PERIOD}&limit=7&after_id=${after}`);
    rows.push(...body[what.replace('-', '_')]);
    after = body.next_after_id;
    more = body.has_more;
  }
  return rows;
};

const sum = (rows: readonly object[], field: string): number =>
  rows.reduce((total, row) => total + Number((row as Record<string, unknown>)[field]), 0);

test('sums over the exports are sums over the events', async () => {
  const { till, point_id, cashier_id, auditor } = venue;
  for (let day = 0; day < 4; day++) {
    const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
    for (let count = 0; count < 12; count++) await sell();
    await command(till, 'CloseShift', { shift_id, leave_open: true });
    clock.move(DAY);
  }

  const { events } = (await auditor.get('/audit/v1/events?limit=10000')).body;
  const open = new Map<number, { total_amount: number }>();
  // biome-ignore lint/suspicious/noExplicitAny: payloads as they are stored
  const back: any[] = [];
  for (const { type, data } of events) {
    if (type === 'ChequeClosed') open.set(data.order_id, data);
    if (type === 'ChequeReopened') open.delete(data.order_id);
    if (type === 'GoodsReturned') back.push(data);
  }
  // biome-ignore lint/suspicious/noExplicitAny: payloads as they are stored
  const closed: any[] = [...open.values()];
  expect(closed.length).toBeGreaterThan(20);
  expect(back.length).toBeGreaterThan(3);
  expect(events.filter((event: { type: string }) => event.type === 'ChequeReopened').length).toBeGreaterThan(1);

  const cheques = await exported('cheques');
  const lines = await exported('cheque-lines');
  const returns = await exported('returns');
  expect(cheques.map((cheque) => cheque.id).toSorted()).toEqual(closed.map((cheque) => cheque.order_id).toSorted());
  for (const field of ['total_amount', 'goods_amount', 'discount', 'delivery_amount', 'guests']) {
    expect(sum(cheques, field), field).toBe(sum(closed, field));
  }
  const payments = cheques.flatMap((cheque) => cheque.payments);
  expect(sum(payments, 'amount')).toBe(sum(cheques, 'total_amount'));
  for (const type of [venue.cash, venue.card]) {
    const of = (all: { payment_type_id: number }[]) => all.filter((payment) => payment.payment_type_id === type);
    expect(sum(of(payments), 'amount')).toBe(sum(of(closed.flatMap((cheque) => cheque.payments)), 'amount'));
  }
  const sold = closed.flatMap((cheque) => cheque.lines);
  expect(lines).toHaveLength(sold.length);
  for (const field of ['amount', 'discount', 'net_amount']) expect(sum(lines, field), field).toBe(sum(sold, field));
  expect(sum(lines, 'quantity')).toBeCloseTo(sum(sold, 'quantity'), 6);
  expect(sum(lines, 'amount')).toBe(sum(cheques, 'goods_amount'));
  expect(sum(lines, 'discount')).toBe(sum(cheques, 'discount'));
  for (const field of ['total_amount', 'refunded_amount', 'service_amount', 'debt_amount']) {
    expect(sum(returns, field), field).toBe(sum(back, field));
  }
  const came = returns.flatMap((it) => it.lines);
  expect(sum(came, 'quantity')).toBe(sum(lines, 'returned_quantity'));
  expect(sum(came, 'amount')).toBe(
    sum(
      back.flatMap((it) => it.lines),
      'amount',
    ),
  );
});
