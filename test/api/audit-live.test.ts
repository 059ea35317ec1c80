// A database of its own: it asks for the state after each event of the whole log.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { auditedOrder } from '../support/audited.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { effort } from '../support/effort.ts';
import { bookingOf, createFloor, patch, type TestFloor } from '../support/floor.ts';
import { orderBody } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock: clock.read });
});
afterAll(() => app?.stop());

const DEEDS = [
  ...(['place', 'open', 'add', 'remove', 'assign', 'adjust', 'accept', 'pack', 'close', 'reopen', 'return'] as const),
  ...(['delete', 'book', 'change', 'cancel', 'seat', 'address', 'rename'] as const),
];
/** `pick`: which of the orders, reservations or guests it is about. */
const deed = fc.record({ do: fc.constantFrom(...DEEDS), pick: fc.nat(1_000), pause: fc.integer({ min: 0, max: 90 }) });
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

const GUESTS = ['+998905550001', '+998905550002'];

interface Open extends TestFloor {
  readonly orders: number[];
  readonly reservations: string[];
  readonly clients: Set<number>;
}

const openFloor = async (): Promise<Open> => {
  const floor = await createFloor(app);
  await command(floor.till, 'OpenShift', { point_id: floor.point_id, cashier_id: floor.cashier_id });
  return { ...floor, orders: [], reservations: [], clients: new Set() };
};

/** Whatever is refused is no deed. */
const carryOut = async (floor: Open, { do: what, pick }: Deed): Promise<unknown> => {
  const { till, partner, booker, point_id, products, cash, cashier_id, causes, tables } = floor;
  const send = async (type: string, fields: object) =>
    (await till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields })).body.result;
  const order_id = floor.orders[pick % Math.max(1, floor.orders.length)];
  const reservation_id = floor.reservations[pick % Math.max(1, floor.reservations.length)];
  const client_id = [...floor.clients][pick % Math.max(1, floor.clients.size)];
  const guest = { phone: GUESTS[pick % 2]!, name: pick % 3 === 0 ? 'Zulfiya' : 'Botir' };
  const items = [{ product_id: products.tea, quantity: 1 + (pick % 3) }];
  const cheque = async () => (await till.get(`/venue/v1/orders/${order_id}`)).body;
  switch (what) {
    case 'place': {
      const { body } = await partner.post('/v1/orders', orderBody(floor, { client: guest, comment: `Ring ${pick}` }));
      if (!body.order_id) return;
      floor.orders.push(body.order_id);
      floor.clients.add((await till.get(`/venue/v1/orders/${body.order_id}`)).body.client.client_id);
      return;
    }
    case 'open': {
      const opened = await send('OpenCheque', { point_id, order_type_id: 1, items, client: pick % 2 ? guest : null });
      if (opened) floor.orders.push(opened.order_id);
      return;
    }
    case 'book': {
      const date = `2026-03-${10 + (pick % 10)}`;
      const { status, body } = await booker.post('/v1/reservations', bookingOf(floor, { guest, date, table_id: null }));
      if (status === 201) floor.reservations.push(body.id);
      return;
    }
    case 'change':
      return reservation_id && patch(booker, `/v1/reservations/${reservation_id}`, { comment: `Window ${pick}` });
    case 'cancel':
      return reservation_id && booker.post(`/v1/reservations/${reservation_id}/cancel`, { reason: `Ill ${pick}` });
    case 'seat':
      return reservation_id && send('SeatReservation', { reservation_id, table_id: tables.any });
    case 'address': {
      const place = { latitude: 41 + (pick % 3) / 10, longitude: 69.2, name: `Street ${pick}`, floor: String(pick) };
      return client_id && partner.post(`/v1/clients/${client_id}/addresses`, place);
    }
    case 'rename':
      return partner.post('/v1/orders', orderBody(floor, { client: { ...guest, name: `Guest ${pick}` } }));
  }
  if (order_id === undefined) return;
  switch (what) {
    case 'add':
      return send('AddItems', { order_id, items: items.map((item) => ({ ...item, comment: `Hot ${pick}` })) });
    case 'remove': {
      const [line] = (await cheque()).items;
      return line && send('RemoveItem', { order_id, line_id: line.line_id, quantity: 1, reason: 'Cold' });
    }
    case 'assign':
      return send('AssignCheque', { order_id, table_id: tables.two, guests: 1 + (pick % 5) });
    case 'adjust':
      return send('AdjustCheque', { order_id, service_amount: (pick % 5) * 100 });
    case 'accept':
      return send('AcceptOrder', { order_id });
    case 'pack':
      return send('PackOrder', { order_id });
    case 'close': {
      const amount = (await cheque()).total_amount;
      return send('CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount }] });
    }
    case 'reopen':
      return send('ReopenCheque', { order_id, reason: 'Mistake' });
    case 'return': {
      const [line] = (await cheque()).items;
      const lines = line && [{ line_id: line.line_id, quantity: 1 }];
      return line && send('ReturnGoods', { order_id, lines, payment_type_id: cash });
    }
    case 'delete':
      return send('DeleteCheque', { order_id, cancel_cause_id: causes.plain });
  }
};

/** What partners are answered now, as it goes over the wire, by the path of the audit that tells of it later. */
const look = async (floor: Open) => {
  const { partner, booker } = floor;
  // The orders of a client are counted by a read model.
  await app.tillstream.shown(await app.tillstream.store.head());
  const asked = [
    ...floor.orders.map((id) => [`/orders/${id}`, partner.token] as const),
    ...floor.reservations.map((id) => [`/reservations/${id}`, booker.token] as const),
    ...[...floor.clients].map((id) => [`/clients/${id}`, partner.token] as const),
  ];
  const answers = await Promise.all(
    asked.map(async ([path, token]) => {
      const answer = await request(`${app.url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.body.text();
      return [path, answer.statusCode === 200 ? text : null] as const;
    }),
  );
  return { position: await app.tillstream.store.head(), at: clock.at(0), answers };
};

test('orders, reservations and clients as of any position and instant are what partners were answered then, byte for byte', {
  timeout: 300_000,
}, async () => {
  let compared = 0;
  const property = fc.asyncProperty(fc.array(deed, { minLength: 15, maxLength: 30 }), async (deeds) => {
    const floor = await openFloor();
    const seen: Awaited<ReturnType<typeof look>>[] = [];
    await carryOut(floor, { do: 'place', pick: 0, pause: 0 });
    await carryOut(floor, { do: 'book', pick: 0, pause: 0 });
    for (const it of deeds) {
      // Two events of one instant are one moment, so time passes.
      clock.move((it.pause + 1) * MINUTE);
      await carryOut(floor, it);
      seen.push(await look(floor));
    }
    for (const { position, at, answers } of seen) {
      for (const [path, text] of answers) {
        if (text === null) continue;
        for (const moment of [position, encodeURIComponent(at)]) {
          const { status, body } = await floor.auditor.get(`/audit/v1${path}?at=${moment}`);
          const shown = path.startsWith('/orders/') ? JSON.stringify(auditedOrder(JSON.parse(text))) : text;
          expect([path, moment, status, JSON.stringify(body.state)]).toEqual([path, moment, 200, shown]);
          compared += 1;
        }
      }
    }
  });
  await fc.assert(property, { numRuns: effort({ short: 3, long: 30 }), endOnFailure: true });
  expect(compared).toBeGreaterThan(200);
});
