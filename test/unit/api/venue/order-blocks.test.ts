import { expect, test } from 'vitest';
import type { Language } from '../../../../src/api/http/messages/languages.ts';
import { createOrderBlocks } from '../../../../src/api/venue/order-blocks.ts';
import type { FeedEvent } from '../../../../src/api/venue/order-feed.ts';
import type { OrderPlaced } from '../../../../src/domain/orders/events.ts';
import { openingOrder } from '../../../../src/domain/orders/opening.ts';

/** An order that changes at each position: `as of` tells of its state. */
const openDesk = () => {
  const desk = { head: 0, rendered: 0, isAway: false };
  const find = async (_brand: unknown, order_id: number) => {
    desk.rendered++;
    if (desk.isAway) throw new Error('the log is away');
    return openingOrder({
      ...{ order_id, brand_id: 'brand-1', point_id: 'point-1', timezone: 'UTC', status: 'CREATED', lines: [] },
      ...{ placed_at: '2026-03-02T09:00:00.000Z', personal: { line_comments: {}, comment: `as of ${desk.head}` } },
    } as unknown as OrderPlaced);
  };
  const blockOf = createOrderBlocks(find as never);
  /** The state that the block of an event shows. */
  const tell = async (position: number, order_id = 1, language: Language = 'en') => {
    const metadata = { brand_id: 'brand-1', point_id: 'point-1' };
    const event = { position, type: 'OrderAccepted', metadata, data: { order_id } } as unknown as FeedEvent;
    return Number(/as of (\d+)/.exec(String(await blockOf(event, language)))?.[1]);
  };
  return Object.assign(desk, { tell });
};

test('an event that many ask for is rendered once, in each language', async () => {
  const desk = openDesk();
  desk.head = 1;
  expect(await Promise.all([desk.tell(1), desk.tell(1), desk.tell(1, 1, 'ru')])).toEqual([1, 1, 1]);
  desk.head = 2;
  expect([await desk.tell(1), await desk.tell(2)]).toEqual([1, 2]);
  expect(desk.rendered).toBe(3);
});

test('for one who catches up, an order never goes back to an earlier state', async () => {
  const desk = openDesk();
  for (const position of [2, 3, 4]) {
    desk.head = position;
    await desk.tell(position);
  }
  await desk.tell(5, 2);
  desk.head = 9;
  // The first was not rendered before, and shows the order as it is now.
  const states: number[] = [];
  for (const position of [1, 2, 3, 4]) states.push(await desk.tell(position));
  expect(states).toEqual([9, 9, 9, 9]);
  // Another order's block stays.
  expect(await desk.tell(5, 2)).toBe(4);
});

test('a block that could not be rendered is rendered for the next who asks', async () => {
  const desk = openDesk();
  desk.isAway = true;
  await expect(desk.tell(1)).rejects.toThrow('the log is away');
  desk.isAway = false;
  desk.head = 1;
  expect(await desk.tell(1)).toBe(1);
});
