import { expect, test } from 'vitest';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createReservationCheques } from '../../../../src/processes/reservations/reservation-cheques.ts';

const none = { clients: {} as never, lookups: {} as never, points: {} as never };
const reservation_id = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';

const event = (type: string, position: number, order_id: number) =>
  ({ type, position, data: { order_id, reservation_id, status: 'opened' } }) as unknown as RecordedEvent;

test('the checkpoint stays before the first of the guests whose cheque has not been seen', async () => {
  const { follower } = createReservationCheques({ handler: {} as never, ...none, clock: () => 0 });
  const see = (...events: RecordedEvent[]) => follower.handle(events, {} as never);
  await see(event('ReservationSeated', 5, 1), event('ReservationSeated', 7, 2), event('ReservationSeated', 9, 3));
  expect(follower.holdBack?.()).toBe(5);
  await see(event('ChequeOpened', 11, 1), event('ChequeOpened', 12, 3));
  expect(follower.holdBack?.()).toBe(7);
  await see(event('ChequeOpened', 13, 2));
  expect(follower.holdBack?.()).toBeUndefined();
});

/** A handler whose streams are read only when they may be. */
const gated = () => {
  const gate = Promise.withResolvers<void>();
  const load = () => gate.promise.then(() => ({ state: { current: [], status: 'UNPLACED' }, revision: -1 }));
  return { open: gate.resolve, handler: { load } as unknown as CommandHandler };
};

test('guests who move again while their cheque follows the first time are not forgotten', async () => {
  const { handler, open } = gated();
  const { follower, ticker } = createReservationCheques({ handler, ...none, clock: () => 0 });
  await follower.handle([event('ReservationMoved', 5, 1)], {} as never);
  const following = ticker.tick(new Date(20_000));
  await follower.handle([event('ReservationMoved', 9, 1)], {} as never);
  open();
  await following;
  expect(follower.holdBack?.()).toBe(9);
  await ticker.tick(new Date(20_000));
  expect(follower.holdBack?.()).toBeUndefined();
});

test('a move that is given again after a failure waits no longer for that', async () => {
  const { handler, open } = gated();
  open();
  let now = 0;
  const { follower, ticker } = createReservationCheques({ handler, ...none, clock: () => now });
  for (now of [0, 19_000]) await follower.handle([event('ReservationMoved', 5, 1)], {} as never);
  await ticker.tick(new Date(20_000));
  expect(follower.holdBack?.()).toBeUndefined();
});

test('a clock that was set back does not make guests wait for longer', async () => {
  let now = 3_600_000;
  const { handler, open } = gated();
  open();
  const { follower, ticker } = createReservationCheques({ handler, ...none, clock: () => now });
  await follower.handle([event('ReservationMoved', 5, 1)], {} as never);
  now = 0;
  await ticker.tick(new Date(now));
  expect(follower.holdBack?.()).toBeUndefined();
});
