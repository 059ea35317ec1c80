import { describe, expect, test } from 'vitest';
import type { HistoryPoint } from '../../../src/demo/history/venue.ts';
import { isLeftToLife, isOfLife, nextLifeStep } from '../../../src/demo/life/plan.ts';
import type { Order, Ticket } from '../../../src/domain/orders/state.ts';
import type { OrderStatus } from '../../../src/domain/orders/status.ts';

const MINUTE = 60_000;
const PLACED = Date.parse('2026-03-06T14:00:00Z');

const point = {
  cash: { id: 1 },
  terminal: { id: 2 },
  cashiers: [7],
  couriers: [8, 9],
  delivery_minimum: 0,
  products: [{ product_id: 11, lowest_price: 8_000, is_divisible: false, modifier_groups: [] }],
} as unknown as HistoryPoint;

const orderOf = (order_id: number, fields: Partial<Order>): Order =>
  ({
    order_id,
    status: 'CREATED',
    order_type_id: 3,
    external_id: 'life-1',
    payment_type_id: 1,
    reservation_id: null,
    waiter_id: null,
    placed_at: new Date(PLACED).toISOString(),
    scheduled_at: null,
    total_amount: 98_000,
    discount: 0,
    deposit: null,
    lines: [{ line_id: 1 }],
    tickets: [],
    ...fields,
  }) as unknown as Order;

const AFTER: Readonly<Record<string, OrderStatus>> = {
  AcceptOrder: 'UNCONFIRMED_ORDER',
  StartCooking: 'COOKING',
  PackOrder: 'PACKED',
  HandToCourier: 'TAKEN_BY_COURIER',
  DeliverOrder: 'DELIVERED',
  CloseCheque: 'CLOSED',
};

/** The steps of an order's whole life, looked at each minute: with the minutes at which they were taken. */
const lifeOf = (order_id: number, fields: Partial<Order> = {}) => {
  let order = orderOf(order_id, fields);
  const steps: [string, number][] = [];
  for (let minute = 0; minute < 300 && order.status !== 'CLOSED'; minute++) {
    const step = nextLifeStep(order, point, PLACED + minute * MINUTE);
    if (!step) continue;
    expect(step.fields.order_id).toBe(order_id);
    steps.push([step.type, minute]);
    const lines = step.type === 'AddItems' ? [...order.lines, { line_id: order.lines.length + 1 }] : order.lines;
    const printed = { ticket_number: 1, printed_at: null, line_ids: lines.slice(-1).map(({ line_id }) => line_id) };
    const tickets = step.type === 'SendToKitchen' ? [...order.tickets, printed as Ticket] : order.tickets;
    const discount = step.type === 'AdjustCheque' ? 1_000 : order.discount;
    order = { ...order, status: AFTER[step.type] ?? order.status, lines, tickets, discount } as Order;
  }
  return steps;
};

const ids = Array.from({ length: 200 }, (_, index) => index + 1);

describe('the life of the demo', () => {
  test('a delivery passes every status in its order, and is paid as the guest said', () => {
    for (const id of ids) {
      expect(lifeOf(id).map(([type]) => type)).toEqual(Object.keys(AFTER));
    }
    const paid = nextLifeStep(orderOf(5, { status: 'DELIVERED' }), point, PLACED + 300 * MINUTE)!;
    const { payments } = paid.fields as { payments: { payment_type_id: number; amount: number }[] };
    expect(payments[0]!.payment_type_id).toBe(1);
    expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(98_000);
  });

  test('some deliveries come an hour after the order, most within three quarters of one', () => {
    const minutes = ids.map((id) => lifeOf(id).find(([type]) => type === 'DeliverOrder')![1]);
    const late = minutes.filter((it) => it > 60).length / ids.length;
    expect(late).toBeGreaterThan(0.1);
    expect(late).toBeLessThan(0.4);
    expect(minutes.filter((it) => it <= 46).length / ids.length).toBeGreaterThan(0.6);
  });

  test('guests at a table are cooked for after their ticket, some order more, and all leave within two hours', () => {
    const hall = { order_type_id: 1, payment_type_id: null, status: 'UNCONFIRMED_ORDER' } as const;
    const lives = ids.map((id) => lifeOf(id, hall));
    for (const steps of lives) {
      expect(steps[0]![0]).toBe('SendToKitchen');
      expect(steps.at(-1)![0]).toBe('CloseCheque');
      expect(steps.at(-1)![1]).toBeLessThan(120);
    }
    expect(lives.filter((steps) => steps.some(([type]) => type === 'AddItems')).length).toBeGreaterThan(40);
    expect(lives.filter((steps) => steps.some(([type]) => type === 'AdjustCheque')).length).toBeGreaterThan(5);
  });

  test('orders of newcomers and cheques of persons are not its own', () => {
    const own = orderOf(1, {});
    expect([isOfLife(own, point), isLeftToLife(own)]).toEqual([true, true]);
    const newcomer = orderOf(1, { external_id: 'order-1' });
    expect([isOfLife(newcomer, point), isLeftToLife(newcomer)]).toEqual([false, false]);
    const person = orderOf(1, { external_id: null, payment_type_id: null });
    expect([isOfLife(person, point), isLeftToLife(person)]).toEqual([false, false]);
    const booked = orderOf(1, { external_id: null, payment_type_id: null, reservation_id: 'r', waiter_id: 7 });
    expect([isOfLife(booked, point), isLeftToLife(booked)]).toEqual([true, true]);
    expect(isOfLife({ ...booked, waiter_id: 8 }, point)).toBe(false);
  });
});
