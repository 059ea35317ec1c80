import { describe, expect, test } from 'vitest';
import { validate } from '../../../src/commands/fields/validate.ts';
import { placeOrderInput } from '../../../src/commands/orders/order-input.ts';
import { fillCart } from '../../../src/demo/history/cart.ts';
import { beginningOf, storiesOf } from '../../../src/demo/history/day.ts';
import { ADDRESSES } from '../../../src/demo/history/guests.ts';
import { playStories } from '../../../src/demo/history/play.ts';
import { diceOf } from '../../../src/demo/history/random.ts';
import { createTimeMachine } from '../../../src/demo/history/time-machine.ts';
import { quoteDelivery } from '../../../src/domain/delivery/quote.ts';
import { priceCart } from '../../../src/domain/orders/pricing.ts';
import { addDays } from '../../../src/domain/reservations/local-clock.ts';
import { createFakeHands } from './history-hands.ts';
import { demoPoint } from './history-point.ts';

const KEYS = ['amir_temur', 'chilonzor'] as const;

describe.each(KEYS)('at %s', (key) => {
  const demo = demoPoint(key);

  test('every delivery is worth it at any hour, whatever the dice say', () => {
    // Thursday: the business lunch is cheaper at noon than it is in the evening.
    const books = ['2026-08-27T07:00:00Z', '2026-08-27T13:00:00Z'].map(demo.priceBook);
    const amounts = new Set<number>();
    for (let number = 0; number < 3_000; number++) {
      const items = fillCart(diceOf(`cart ${number}`), demo.point, true);
      for (const book of books) amounts.add(priceCart(items, book).items_amount);
    }
    for (const amount of amounts) for (const address of ADDRESSES[key]) quoteDelivery(demo.zones, address, amount);
  });

  test('a day of any seed and date passes without a refusal, and leaves no order or guest waiting', async () => {
    const statuses = new Set<string>();
    const deposits = new Set<string | undefined>();
    for (let number = 0; number < 8; number++) {
      const time = createTimeMachine(0);
      const fake = createFakeHands(demo.point, time.now);
      const date = addDays('2026-02-26', 41 * number);
      const day = { hands: fake.hands, point: demo.point, date, seed: `seed ${number}`, ordersPerDay: 400 };
      const stories = storiesOf(day);
      await playStories(
        { time, from: beginningOf(day), is_gone_on: false },
        stories.map(({ steps }) => steps),
      );
      const over = [...fake.reservations.values()];
      expect(over.length).toBeGreaterThan(15);
      for (const { status, deposit } of over) {
        statuses.add(status);
        deposits.add(deposit?.status);
      }
      for (const { at, body } of fake.placed) {
        const { items } = validate(placeOrderInput, { ...body, payment_type_id: 1 });
        priceCart(items, demo.priceBook(new Date(at).toISOString()));
      }
      const keys = stories.flatMap((story) => story.keys).filter(({ kind }) => kind !== 'client');
      expect(new Set(keys.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(keys.length);
    }
    expect([...statuses].sort()).toEqual(['cancelled', 'closed', 'declined', 'no_show']);
    expect([...deposits].sort()).toEqual(['applied', 'refunded', 'retained', undefined]);
  });

  test('twenty times as many guests put no more on the account of a company', async () => {
    const onAccount = async (ordersPerDay: number, days: number): Promise<number> => {
      const time = createTimeMachine(0);
      const fake = createFakeHands(demo.point, time.now);
      for (let number = 0; number < days; number++) {
        const day = {
          hands: fake.hands,
          point: demo.point,
          date: addDays('2026-03-02', number),
          seed: 's',
          ordersPerDay,
        };
        const steps = storiesOf(day).map((story) => story.steps);
        await playStories({ time, from: beginningOf(day), is_gone_on: false }, steps);
      }
      return fake.commands.filter(({ type }) => type === 'AssignCheque').length;
    };
    const usual = (await onAccount(200, 10)) / 10;
    const busy = await onAccount(4_000, 1);
    expect(usual).toBeGreaterThan(0.5);
    expect(busy).toBeLessThan(4 * usual);
  });
});
