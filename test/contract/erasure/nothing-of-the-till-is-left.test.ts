// A database of its own: it looks for persons in all tables and files.

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { randomCustomerId } from '../../../src/demo/points-book.ts';
import { sendJson } from '../../../src/demo/points-service.ts';
import { sum } from '../../../src/domain/money.ts';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import { type EverythingKept, everythingKept, keepLines } from '../../support/everything-kept.ts';
import { connect, openCheque, points, sendDue, startPartner, type TestPartner } from '../../support/loyalty.ts';
import { createVenue, orderBody, type TestVenue } from '../../support/venue.ts';

/** Nothing else in the whole database has these. */
const unique = String(randomInt(1_000_000, 9_999_999));
const phone = `+99890${unique}`;
const name = `Xanthippe${unique}`;
const words = [unique];

const clock = createClock();
const { log, lines, stop } = keepLines();
let app: TestApp;
let venue: TestVenue;
let partner: TestPartner;
let kept: EverythingKept;

beforeAll(async () => {
  app = await startTestApp({ clock: clock.read, log, outboundAllowPrivate: true });
  venue = await createVenue(app);
  partner = await startPartner(randomCustomerId);
  kept = everythingKept(app, words);
  await command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
});
afterAll(async () => {
  stop();
  await partner?.close();
  await app?.stop();
});

const erasuresSettle = () =>
  vi.waitFor(
    async () => {
      await app.tillstream.processes.tick();
      const unsettled = 'select from app.erasures where settled_at is null';
      const { rows } = await app.tillstream.pool.query(`${unsettled} union all select from app.due_vacuums`);
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 500 },
  );

const expectNothing = async (): Promise<void> => {
  expect(await kept.tables()).toEqual([]);
  // Now: the next erasure would wipe the same files.
  await kept.settle();
  expect(await kept.files()).toEqual([]);
  expect(await kept.events()).toEqual([]);
  const { events } = (await venue.auditor.get('/audit/v1/events?limit=10000')).body;
  const telling = events.filter((event: object) => words.some((word) => JSON.stringify(event).includes(word)));
  expect(telling).toEqual([]);
  expect(lines.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
};

/** `inPoints`: what the guest pays in points. The rest is cash. */
const close = async (order_id: number, ...inPoints: { readonly amount: number }[]) => {
  const { till, cashier_id, cash } = venue;
  const total = (await till.get(`/venue/v1/orders/${order_id}`)).body.total_amount;
  const rest = { payment_type_id: cash, amount: total - sum(inPoints, ({ amount }) => amount) };
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [rest, ...inPoints] });
};

test('of a guest at the till and at the loyalty service nothing is left', { timeout: 120_000 }, async () => {
  const { till, point_id, products } = venue;
  const reason = `${name} was not happy`;
  const client = { phone, name };

  const online = (await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] }))
    .id;
  const unpaid = await venue.partner.post('/v1/orders', orderBody(venue, { client, payment_type_id: online }));
  await command(till, 'FailPayment', { order_id: unpaid.body.order_id, reason });
  const { client_id } = (await till.get(`/venue/v1/orders/${unpaid.body.order_id}`)).body.client;
  await command(till, 'AdjustPoints', { client_id, amount: 100, reason });

  partner.send = (response, { method, answer }) =>
    sendJson(
      response,
      method === 'customer' ? { ...answer, body: { customer_id: 'C-1', name, phone: phone.slice(1) } } : answer,
    );
  await connect(venue, partner);
  const ofClient = await openCheque(venue, { client });
  const line_id = (await till.get(`/venue/v1/orders/${ofClient}`)).body.items[0].line_id;
  await command(till, 'AddItems', { order_id: ofClient, items: [{ product_id: products.tea, quantity: 1 }] });
  await command(till, 'RemoveItem', { order_id: ofClient, line_id, quantity: 1, reason });
  await command(till, 'AdjustCheque', { order_id: ofClient, discount: 1, discount_reason: reason });
  const ofNobody = await openCheque(venue);
  for (const order_id of [ofClient, ofNobody]) {
    await command(till, 'IdentifyLoyaltyCustomer', { point_id, phone, order_id });
    await close(order_id);
  }
  await command(till, 'IdentifyLoyaltyCustomer', { point_id, phone });
  await sendDue(app);
  await command(till, 'ReopenCheque', { order_id: ofClient, reason });
  await close(ofClient);
  await sendDue(app);
  expect(await kept.tables()).toEqual(
    expect.arrayContaining(['app.deliveries', 'read.order_events', 'read.removed_items', 'read.adjustments']),
  );

  await command(till, 'EraseClient', { client_id, reason: 'asked by letter' });
  clock.move(2 * MINUTE);
  await erasuresSettle();
  await expectNothing();
});

test('of guests who paid in points, by the phone alone and by a card as a client, nothing is left', {
  timeout: 120_000,
}, async () => {
  const { till, point_id } = venue;
  const payment_type_id = await points(venue);
  partner.send = undefined;
  await connect(venue, partner);
  const byPhone = await openCheque(venue);
  const ofPhone = await command(till, 'IdentifyLoyaltyCustomer', { point_id, phone, order_id: byPhone });
  expect(ofPhone.phone).toContain(unique);
  partner.send = (response, { method, answer }) =>
    sendJson(response, method === 'customer' ? { ...answer, body: { ...answer.body, name, phone: null } } : answer);
  const byCard = await openCheque(venue, { client: { phone, name } });
  const ofCard = await command(till, 'IdentifyLoyaltyCustomer', { point_id, code: `9${unique}`, order_id: byCard });
  expect(ofCard).toMatchObject({ name, phone: null });
  const cheques = [
    [byPhone, ofPhone.customer_id],
    [byCard, ofCard.customer_id],
  ] as const;
  for (const [order_id, customer_id] of cheques) {
    await close(order_id, { payment_type_id, amount: 3_000, loyalty: { customer_id } } as { amount: number });
  }
  await sendDue(app);
  expect(partner.methods()).toEqual(expect.arrayContaining(['hold', 'commit']));
  expect(await kept.tables()).toEqual(expect.arrayContaining(['app.deliveries', 'read.order_events']));

  await command(till, 'EraseClient', { phone, reason: 'asked by letter' });
  clock.move(2 * MINUTE);
  await erasuresSettle();
  await expectNothing();
});

test('of an employee with shifts, pay and notes nothing is left', { timeout: 120_000 }, async () => {
  const { till, point_id } = venue;
  const reason = `${name} asked for it`;
  const position = { role: 'cook', role_name: 'Cook', position_id: 3, position_name: 'Cook' };
  const who = { login: `x${unique}`, name, ...position, point_id };
  const { employee_id } = await command(till, 'HireEmployee', who);
  const worked = { employee_id, point_id, check_in: clock.at(-120 * MINUTE), check_out: clock.at(-60 * MINUTE) };
  const { shift_id } = await command(till, 'AddShift', worked);
  await command(till, 'EditShift', { employee_id, shift_id, note: reason });
  await command(till, 'GiveBonus', { employee_id, point_id, amount: 1_000, reason });
  await command(till, 'ImposeFine', { employee_id, point_id, amount: 1_000, reason });
  const payment_purpose_id = (await command(till, 'DefinePaymentPurpose', { name: 'Salary', is_payout: true })).id;
  const account_id = (await command(till, 'DefineAccount', { code: 'S', name: 'Safe', source: 'safe', point_id })).id;
  await command(till, 'PaySalary', { employee_id, payment_purpose_id, amount: 5_000, account_id, note: reason });
  await app.tillstream.shown(await app.tillstream.store.head());
  expect(await kept.tables()).toEqual(
    expect.arrayContaining(['read.accruals', 'read.attendance_shifts', 'read.money_movements', 'read.salary_payments']),
  );

  await command(till, 'DismissEmployee', { employee_id });
  await command(till, 'EraseEmployee', { employee_id, reason: 'asked by letter' });
  clock.move(2 * MINUTE);
  await erasuresSettle();
  await expectNothing();
});

test('of all who were erased a rebuild brings nothing back', { timeout: 120_000 }, async () => {
  const { store } = app.tillstream;
  const names = allProjections.map((projection) => projection.name);
  const reports = await rebuild({ store, url: app.databaseUrl, projections: allProjections }, names);
  expect(reports.flatMap(({ tables }) => tables).filter(({ equal }) => equal !== true)).toEqual([]);
  expect(await kept.tables()).toEqual([]);
});
