import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import { createFiring } from '../../../../src/processes/engine/firing.ts';
import { createOrderTimers } from '../../../../src/processes/orders/order-timers.ts';
import { createReservationTimers } from '../../../../src/processes/reservations/reservation-timers.ts';

/** Due the longest, and more than go at once. */
const STUCK = 20;
const FINE = 5;

/** A handler that fails for those due the longest, and knows whom it served. */
const handlerOf = (ids: readonly (string | number)[]) => {
  const served = new Set<string | number>();
  const handle = async (id: string | number) => {
    if (ids.indexOf(id) < STUCK) throw new Error('not now');
    served.add(id);
    return { events: [] };
  };
  return { served, handle };
};
const LONG_AGO = { placed_business_date: '2026-03-02', timezone: 'Asia/Tashkent', business_day_cutoff: '00:00' };
const poolOf = (...answers: (readonly object[])[]): pg.Pool =>
  ({ query: async () => ({ rows: answers.shift() ?? [] }) }) as unknown as pg.Pool;

test('reservations whose timer fails delay no reservation that is due after them', async () => {
  const due = Array.from({ length: STUCK + FINE }, () => ({ reservation_id: randomUUID(), due_at: new Date(0) }));
  const { served, handle } = handlerOf(due.map(({ reservation_id }) => reservation_id));
  const handler = {
    handle: (_decider: unknown, _id: unknown, command: { reservation_id: string }) => handle(command.reservation_id),
  } as unknown as CommandHandler;
  await expect(createReservationTimers({ handler, pool: poolOf(due) }).tick(new Date(1))).rejects.toThrow('not now');
  expect(served.size).toBe(FINE);
});

test('orders whose timer fails delay no order that is due after them', async () => {
  const due = Array.from({ length: STUCK + FINE }, (_, order_id) => ({
    kind: 'payment',
    order_id,
    timezone: 'Asia/Tashkent',
    business_day_cutoff: '04:00',
  }));
  const { served, handle } = handlerOf(due.map(({ order_id }) => order_id));
  const handler = {
    handle: (_decider: unknown, id: number) => handle(id),
    load: async ({ initial }: { readonly initial: unknown }) => ({ state: initial }),
  } as unknown as CommandHandler;
  const timers = createOrderTimers({ handler, pool: poolOf(due), units: {} as never });
  await expect(timers.tick(new Date(1))).rejects.toThrow('not now');
  expect(served.size).toBe(FINE);
});

test('preorders are released, also when no order without payment can be deleted', async () => {
  const answers = (['payment', 'release'] as const).map((kind, order_id) => [{ kind, order_id, ...LONG_AGO }]);
  const served: string[] = [];
  const handle = async (_decider: unknown, _id: unknown, { type }: { type: string }) => {
    served.push(type);
    if (type === 'ExpirePayment') throw new Error('not now');
    return { events: [] };
  };
  const load = async () => ({ state: { status: 'UNPLACED' } });
  const handler = { handle, load } as unknown as CommandHandler;
  const timers = createOrderTimers({ handler, pool: poolOf(...answers), units: {} as never });
  await expect(timers.tick(new Date(1))).rejects.toThrow('not now');
  expect(served).toEqual(['ExpirePayment', 'ReleasePreorder']);
});

/** Pages of what is due, by how many were asked for before; and what fired. */
const firingOf = (page: (asked: number, limit: number) => readonly number[]) => {
  const fired: number[] = [];
  let asked = 0;
  const fireDue = createFiring<number>({
    due: async (_now, limit) => page(asked++, limit),
    keyOf: (each) => each,
    fire: async (each) => void fired.push(each),
  });
  return { fired, fireDue };
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('more timers than a page holds fire in one go', async () => {
  const all = upTo(1_200);
  const { fired, fireDue } = firingOf((asked, limit) => all.slice(asked * limit, (asked + 1) * limit));
  await fireDue(new Date(1));
  expect(fired).toEqual(all);
});

test('timers that have fired are left alone while the read model still shows them', async () => {
  const { fired, fireDue } = firingOf((asked, limit) => (asked < 4 ? upTo(limit) : []));
  await fireDue(new Date(1));
  await fireDue(new Date(1_001));
  expect(fired.length).toBeGreaterThan(0);
  expect(fired).toEqual(upTo(fired.length));
});
