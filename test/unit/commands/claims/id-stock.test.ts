import { expect, test } from 'vitest';
import { createIdStock } from '../../../../src/commands/claims/id-stock.ts';

const createShop = () => {
  let last = 0;
  let time = 0;
  const orders: number[] = [];
  const stock = createIdStock(
    async (count) => {
      orders.push(count);
      return Array.from({ length: count }, () => ++last);
    },
    () => time,
  );
  return { stock, orders, pass: (ms: number) => (time += ms) };
};

test('many callers at once get an id each, in order, for few trips to the database', async () => {
  const { stock, orders } = createShop();
  const ids = await Promise.all(Array.from({ length: 500 }, () => stock.next()));
  expect(new Set(ids).size).toBe(500);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(orders.length).toBeLessThan(12);
  expect(Math.max(...orders)).toBe(200);
});

test('ids that were kept for long are dropped, and never handed out', async () => {
  const { stock, orders, pass } = createShop();
  await Promise.all(Array.from({ length: 100 }, () => stock.next()));
  const last = await stock.next();
  pass(501);
  const fetched = orders.reduce((sum, count) => sum + count);
  expect(fetched).toBeGreaterThan(last);
  expect(await stock.next()).toBe(fetched + 1);
});

test('a caller that asks now and then uses up no more ids than it needs', async () => {
  const { stock, orders, pass } = createShop();
  for (let turn = 0; turn < 20; turn++) {
    await stock.next();
    pass(1_000);
  }
  expect(orders.reduce((sum, count) => sum + count)).toBeLessThan(30);
});

test('a fetch of ids that fails is known to those who waited, and the next one is made', async () => {
  let fails = true;
  const stock = createIdStock(async () => {
    if (fails) throw new Error('away');
    return [7];
  });
  await expect(stock.next()).rejects.toThrow('away');
  fails = false;
  expect(await stock.next()).toBe(7);
});

test('those who ask in the same turn share a trip', async () => {
  const { stock, orders } = createShop();
  expect(await Promise.all([stock.next(), stock.next()])).toEqual([1, 2]);
  expect(orders).toEqual([2]);
});
