import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createHeldUnits } from '../../../../src/processes/stop-list/held-units.ts';
import { createClock, MINUTE } from '../../../support/clock.ts';

/** The process over orders that never come to be. */
const open = () => {
  const clock = createClock();
  const given: string[] = [];
  const { follower, tickers } = createHeldUnits({
    clock: clock.read,
    handler: {
      handle: async () => ({ state: { status: 'UNPLACED', abandoned_holds: [] } }),
    } as unknown as CommandHandler,
    units: {
      giveBack: async ({ hold_id }: { hold_id: string }) => given.push(hold_id),
      fit: async () => null,
      settle: async () => {},
    } as unknown as Parameters<typeof createHeldUnits>[0]['units'],
  });
  const take = async (): Promise<string> => {
    const data = { brand_id: randomUUID(), point_id: randomUUID(), order_id: 1, hold_id: randomUUID(), units: [] };
    const metadata = { ...data, occurred_at: clock.at(0) };
    const event = { type: 'UnitsTaken', position: 1, id: randomUUID(), data, metadata } as unknown as RecordedEvent;
    await follower.handle([event], {} as never);
    return data.hold_id;
  };
  return { clock, given, take, check: () => tickers[0]!.tick(new Date(clock.read())) };
};

test('a clock that was put back keeps the units of a dead order no longer than ever', async () => {
  const { clock, given, take, check } = open();
  const hold = await take();
  clock.move(-60 * MINUTE);
  await check();
  // None that may still be placed loses them for a clock.
  expect(given).toEqual([]);
  clock.move(20_000);
  await check();
  expect(given).toEqual([hold]);
});
