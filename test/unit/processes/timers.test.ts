import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { CommandHandler } from '../../../src/commands/handle.ts';
import { createOrderTimers } from '../../../src/processes/order-timers/order-timers.ts';
import { createReservationTimers } from '../../../src/processes/reservation-timers/reservation-timers.ts';

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
const poolOf = (...answers: (readonly object[])[]): pg.Pool =>
  ({ query: async () => ({ rows: answers.shift() ?? [] }) }) as unknown as pg.Pool;

test('reservations whose timer fails hold up none that is due after them', async () => {
  const due = Array.from({ length: STUCK + FINE }, () => ({ reservation_id: randomUUID(), due_at: new Date(0) }));
  const { served, handle } = handlerOf(due.map(({ reservation_id }) => reservation_id));
  const handler = {
    handle: (_decider: unknown, _id: unknown, command: { reservation_id: string }) => handle(command.reservation_id),
  } as unknown as CommandHandler;
  await expect(createReservationTimers({ handler, pool: poolOf(due) }).run(new Date(1))).rejects.toThrow('not now');
  expect(served.size).toBe(FINE);
});

test('orders whose timer fails hold up none that is due after them', async () => {
  const due = Array.from({ length: STUCK + FINE }, (_, order_id) => ({ kind: 'payment', order_id }));
  const { served, handle } = handlerOf(due.map(({ order_id }) => order_id));
  const handler = { handle: (_decider: unknown, id: number) => handle(id) } as unknown as CommandHandler;
  const timers = createOrderTimers({ handler, pool: poolOf(due), units: {} as never });
  await expect(timers.run(new Date(1))).rejects.toThrow('not now');
  expect(served.size).toBe(FINE);
});
