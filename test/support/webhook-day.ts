import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { createClock } from './clock.ts';
import type { HttpClient } from './http-client.ts';
import { orderBody, type TestVenue } from './venue.ts';
import type { Answering, ReceivedCall } from './webhook-receiver.ts';

/** What may happen at a venue in a day. `of` chooses which order, reservation or product it happens to; -1: the last one. */
export interface Happening {
  readonly what: (typeof WHAT)[number];
  readonly of: number;
}

const WHAT = [
  ...(['place', 'place', 'accept', 'accept', 'cook', 'add', 'discount', 'pay', 'pay', 'pay', 'reopen'] as const),
  ...(['return', 'return', 'cancel', 'delete', 'money', 'stop', 'clear', 'shift', 'come', 'go'] as const),
  ...(['remove', 'late money', 'cancel money', 'transfer', 'hand over'] as const),
  ...(['book', 'book', 'move', 'confirm', 'cancel booking'] as const),
] as const;

/** Each day ends with what changes a shift after its end: each of it is the last that happens to its shift. */
const ENDING: readonly Happening['what'][] = [
  ...(['shift', 'place', 'accept', 'add', 'remove', 'shift', 'delete'] as const),
  ...(['place', 'accept', 'pay', 'shift', 'reopen'] as const),
  ...(['money', 'shift', 'cancel money', 'shift', 'late money'] as const),
];

export const days: fc.Arbitrary<Happening[]> = fc
  .array(fc.record({ what: fc.constantFrom(...WHAT), of: fc.nat(3) }), { minLength: 20, maxLength: 50 })
  .map((day) => [...day, ...ENDING.map((what) => ({ what, of: -1 }))]);

interface Place {
  readonly venue: TestVenue;
  readonly partner: HttpClient;
  readonly clock: ReturnType<typeof createClock>;
}

/** Lives through a day. What a rule refuses did not happen. */
export const live = async ({ venue, partner, clock }: Place, day: readonly Happening[]): Promise<void> => {
  const { point_id, cashier_id, cash, products, till } = venue;
  const date = clock.at(20 * 86_400_000).slice(0, 10);
  const orders: number[] = [];
  const bookings: string[] = [];
  let shift_id = 0;
  /** Those that were opened, and the movements of their money. */
  const shifts: number[] = [];
  const movements: number[] = [];
  const send = async (type: string, fields: object) =>
    (await till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields })).body;
  const openShift = async () => {
    const { result } = await send('OpenShift', { point_id, cashier_id });
    if (result?.shift_id === undefined) return;
    shift_id = result.shift_id;
    shifts.push(shift_id);
  };
  const { result: account } = await send('DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' });
  const move = async (shift_id: number, of: number, note: number) => {
    const direction = of % 2 === 0 ? 'plus' : 'minus';
    const amount = 1_001 + of;
    const fields = { point_id, register: 'shift', shift_id, direction, amount, operation: 'other', note: `${note}` };
    const { result } = await send('MoveMoney', fields);
    if (result?.id !== undefined) movements.push(result.id);
  };
  await openShift();
  for (const [index, { what, of }] of day.entries()) {
    clock.move(1_000);
    const chosen = <One>(ones: readonly One[]): One | undefined => (of < 0 ? ones.at(-1) : ones[of % ones.length]);
    const order_id = chosen(orders) ?? 0;
    const reservation_id = chosen(bookings) ?? randomUUID();
    const product_id = of % 2 === 0 ? products.tea : products.plov;
    const order = async () => (await till.get(`/venue/v1/orders/${order_id}`)).body;
    const mark = (type: string) => send('RecordMark', { employee_id: cashier_id, type, time: clock.at(0), point_id });
    const happens: Readonly<Record<Happening['what'], () => Promise<unknown>>> = {
      place: async () => {
        const { body } = await partner.post('/v1/orders', orderBody(venue));
        if (body.order_id !== undefined) orders.push(body.order_id);
      },
      accept: () => send('AcceptOrder', { order_id }),
      cook: () => send('StartCooking', { order_id }),
      add: () => send('AddItems', { order_id, items: [{ product_id: products.tea, quantity: 2 + of }] }),
      discount: () => send('AdjustCheque', { order_id, discount: of * 500 }),
      pay: async () => {
        const payments = [{ payment_type_id: cash, amount: (await order()).total_amount ?? 0 }];
        await send('CloseCheque', { order_id, cashier_id, payments });
      },
      reopen: () => send('ReopenCheque', { order_id, reason: 'By mistake' }),
      remove: async () => {
        const line_id = (await order()).items?.[0]?.line_id ?? 0;
        await send('RemoveItem', { order_id, line_id, quantity: 1, reason: 'No' });
      },
      return: async () => {
        const line_id = (await order()).items?.[0]?.line_id ?? 0;
        await send('ReturnGoods', { order_id, lines: [{ line_id, quantity: 1 }], payment_type_id: cash });
      },
      cancel: () => partner.post(`/v1/orders/${order_id}/cancel`, { cancel_cause_id: venue.causes.plain }),
      delete: () => send('DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain }),
      money: () => move(shift_id, of, index),
      'late money': () => move(chosen(shifts.slice(0, -1)) ?? 0, of, index),
      'cancel money': () => send('CancelMovement', { movement_id: chosen(movements) ?? 0 }),
      transfer: () =>
        send('TransferMoney', { from: { shift_id: shifts[0] }, to: { shift_id }, amount: 501 + of, note: `${index}` }),
      'hand over': () => send('AcceptShift', { shift_id: chosen(shifts), account_id: account.id, amount: 1_000 }),
      stop: () => send('SetStopList', { point_id, entries: [{ product_id, quantity: of * 3 }] }),
      clear: () => send('ClearStopList', { point_id, product_ids: [product_id] }),
      shift: async () => {
        await send('CloseShift', { shift_id, counted_cash: 0, left_cash: 0, leave_open: true });
        await openShift();
      },
      come: () => mark('check_in'),
      go: () => mark('check_out'),
      book: async () => {
        const start_time = `${12 + (index % 10)}:00`;
        const guest = { phone: '+998901234567', name: 'Aziza' };
        const body = {
          point_id,
          external_id: randomUUID(),
          date,
          start_time,
          guests: 2,
          table_id: venue.table_id,
          guest,
        };
        const { body: booked } = await partner.post('/v1/reservations', body);
        if (booked.id !== undefined) bookings.push(booked.id);
      },
      move: () =>
        partner.send('PATCH', `/v1/reservations/${reservation_id}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ start_time: `${10 + of}:30`, comment: `${index}` }),
        }),
      confirm: () => send('ConfirmReservation', { reservation_id }),
      'cancel booking': () => partner.post(`/v1/reservations/${reservation_id}/cancel`, { reason: 'Ill' }),
    };
    await happens[what]();
  }
  // The sums of an open shift go on, and no call says how far.
  await send('CloseShift', { shift_id, counted_cash: 0, left_cash: 0, leave_open: true });
};

/** A receiver of which a third of the calls gets an answer only the second time, and a third is heard and cut off: it comes twice. */
export const trying = (): Answering => {
  const met = new Set<string>();
  return (response, { body }) => {
    const isFirst = !met.has(body.event_id);
    met.add(body.event_id);
    const lot = Number.parseInt(body.event_id.slice(0, 4), 16) % 3;
    if (isFirst && lot === 1) response.writeHead(500).end();
    else if (isFirst && lot === 2) response.destroy();
    else response.writeHead(204).end();
  };
};

/** What a receiver knows at the end of the day, by what it was told alone: by id what counts now. */
// biome-ignore lint/suspicious/noExplicitAny: as varied as the events
export type Known = ReadonlyMap<string, any>;

/** `told`: the bodies of calls, each once, in the order of the events. */
export const replay = (told: readonly ReceivedCall['body'][]): Known => {
  const known = new Map<string, unknown>();
  for (const { event, data } of told) {
    if (event === 'order.payment_required' || event === 'order.refund_required')
      known.set(`order ${data.order.order_id}`, data.order);
    else if (event.startsWith('order.')) known.set(`order ${data.order_id}`, data);
    else if (event === 'cheque.closed') known.set(`cheque ${data.id}`, data);
    else if (event.startsWith('cheque.')) known.delete(`cheque ${data.id}`);
    else if (event === 'return.created') known.set(`return ${data.id}`, data);
    else if (event.startsWith('shift.')) known.set(`shift ${data.shift_id}`, data);
    else if (event === 'money.cancelled') known.delete(`movement ${data.id}`);
    else if (event === 'money.moved') known.set(`movement ${data.id}`, data);
    else if (event.startsWith('attendance.')) known.set(`attendance ${data.shift_id}`, data);
    else if (event.startsWith('reservation.')) known.set(`reservation ${data.id}`, data);
    else if (event === 'stop_list.changed') {
      for (const { product_id, quantity } of data.entries) {
        if (quantity === null) known.delete(`stop ${product_id}`);
        else known.set(`stop ${product_id}`, quantity);
      }
    }
  }
  return known;
};
