import { expect, test } from 'vitest';
import type { Language } from '../../../../src/api/http/messages/languages.ts';
import type { OrderFeedEvent } from '../../../../src/api/venue/order-blocks.ts';
import { createOrderBlocks } from '../../../../src/api/venue/order-blocks.ts';
import type { OrderPlaced } from '../../../../src/domain/orders/events.ts';
import { openingOrder } from '../../../../src/domain/orders/opening.ts';

/** An order that changes at each position: `as of` tells of its state. */
const setUp = () => {
  const log = { head: 0, rendered: 0, isAway: false };
  const find = async (_brand: unknown, order_id: number) => {
    log.rendered++;
    if (log.isAway) throw new Error('the log is away');
    return openingOrder({
      order_id,
      brand_id: 'brand-1',
      point_id: 'point-1',
      timezone: 'UTC',
      status: 'CREATED',
      lines: [],
      placed_at: '2026-03-02T09:00:00.000Z',
      personal: { line_comments: {}, comment: `as of ${log.head}` },
    } as unknown as OrderPlaced);
  };
  const blockOf = createOrderBlocks(find as never);
  /** The state that the block of an event shows. */
  const tell = async (position: number, order_id = 1, language: Language = 'en') => {
    const metadata = { brand_id: 'brand-1', point_id: 'point-1' };
    const event = { position, type: 'OrderAccepted', metadata, data: { order_id } } as unknown as OrderFeedEvent;
    return Number(/as of (\d+)/.exec(String(await blockOf(event, language)))?.[1]);
  };
  return Object.assign(log, { tell });
};

test('an event that many ask for is rendered once, in each language', async () => {
  const log = setUp();
  log.head = 1;
  expect(await Promise.all([log.tell(1), log.tell(1), log.tell(1, 1, 'ru')])).toEqual([1, 1, 1]);
  log.head = 2;
  expect([await log.tell(1), await log.tell(2)]).toEqual([1, 2]);
  expect(log.rendered).toBe(3);
});

test('for one who catches up, an order never goes back to an earlier state', async () => {
  const log = setUp();
  for (const position of [2, 3, 4]) {
    log.head = position;
    await log.tell(position);
  }
  await log.tell(5, 2);
  log.head = 9;
  // The first was not rendered before, and shows the order as it is now.
  const states: number[] = [];
  for (const position of [1, 2, 3, 4]) states.push(await log.tell(position));
  expect(states).toEqual([9, 9, 9, 9]);
  // Another order's block stays.
  expect(await log.tell(5, 2)).toBe(4);
});

test('a block that could not be rendered is rendered for the next who asks', async () => {
  const log = setUp();
  log.isAway = true;
  await expect(log.tell(1)).rejects.toThrow('the log is away');
  log.isAway = false;
  log.head = 1;
  expect(await log.tell(1)).toBe(1);
});
