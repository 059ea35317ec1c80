import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { createReservationCheques } from '../../../src/processes/reservation-cheques/reservation-cheques.ts';

const event = (type: string, position: number, order_id: number) =>
  ({ type, position, data: { order_id, status: 'opened' } }) as unknown as RecordedEvent;

test('the checkpoint stays before the first of the guests whose cheque has not been seen', async () => {
  const { follower } = createReservationCheques({ handler: {} as never, clients: {} as never, clock: () => 0 });
  const see = (...events: RecordedEvent[]) => follower.handle(events, {} as never);
  await see(event('ReservationSeated', 5, 1), event('ReservationSeated', 7, 2), event('ReservationSeated', 9, 3));
  expect(follower.holdBack?.()).toBe(5);
  await see(event('ChequeOpened', 11, 1), event('ChequeOpened', 12, 3));
  expect(follower.holdBack?.()).toBe(7);
  await see(event('ChequeOpened', 13, 2));
  expect(follower.holdBack?.()).toBeUndefined();
});
