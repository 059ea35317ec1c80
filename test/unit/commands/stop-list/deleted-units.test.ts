import { expect, test } from 'vitest';
import { giveBackUnits } from '../../../../src/commands/stop-list/deleted-units.ts';
import { releaseHoldId } from '../../../../src/commands/stop-list/hold-ids.ts';
import type { OrderEvent } from '../../../../src/domain/orders/events.ts';
import { envelope } from '../../../support/tally.ts';
import { deleted as orderDeleted } from '../../domain/orders/order-fixture.ts';

const order = { brand_id: 'brand-1', point_id: 'point-1', order_id: 1001 };
const taken = '0196c0de-0000-7000-8000-000000000001';

/** What is given back when the events have happened, and what is answered. */
const giveBack = async (events: readonly OrderEvent[], failing: readonly string[] = []) => {
  const given: string[] = [];
  const units = {
    giveBack: async ({ hold_id }: { readonly hold_id: string }) => {
      if (failing.includes(hold_id)) throw new Error('the log is away');
      return given.push(hold_id);
    },
  };
  return { position: await giveBackUnits(units, order, events, envelope()), given };
};

const deleted = (hold_ids: string[]): OrderEvent => orderDeleted('partner', { order_id: 1001, hold_ids });

test('a deletion gives back what was taken for the order, and what a preorder took at its release', async () => {
  const { given, position } = await giveBack([deleted([taken])]);
  expect(given).toEqual([taken, releaseHoldId(1001)]);
  expect(position).toBe(2);
});

test('nothing is given back of an order that was not deleted', async () => {
  expect(await giveBack([{ type: 'OrderAccepted', data: { order_id: 1001 } }])).toEqual({ given: [], position: null });
});

test('a return of units that fails delays no other and fails no command: the process that follows the log does it later', async () => {
  const { given } = await giveBack([deleted([taken])], [taken]);
  expect(given).toEqual([releaseHoldId(1001)]);
});
