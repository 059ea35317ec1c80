import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addQuantities, lineTotal, sum } from '../../../../src/domain/money.ts';
import type { OrderCommand } from '../../../../src/domain/orders/commands.ts';
import { orderDecider } from '../../../../src/domain/orders/decide.ts';
import { spreadDiscount } from '../../../../src/domain/orders/discount.ts';
import { orderEvents } from '../../../../src/domain/orders/events.ts';
import type { PricedItem, PricedLine } from '../../../../src/domain/orders/pricing.ts';
import { type Order, type OrderState, placedOrder, UNPLACED } from '../../../../src/domain/orders/state.ts';
import { isFinal } from '../../../../src/domain/orders/status.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { effort } from '../../../support/effort.ts';
import { cancel, cheque, close, deleteCheque, giveBack, order, remove } from './order-fixture.ts';

const DIVISIBLE = [3, 4];

const pricedLine = fc
  .record({ product_id: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 0, max: 99_999 }) })
  .chain(({ product_id, price }) => {
    const units = fc.integer({ min: 1, max: 5_000 }).map((thousandths) => thousandths / 1_000);
    const quantity = DIVISIBLE.includes(product_id) ? units : fc.integer({ min: 1, max: 5 });
    return quantity.map(
      (quantity): PricedLine => ({
        product_id,
        name: `P${product_id}`,
        category_id: null,
        quantity,
        price,
        total: lineTotal(price, quantity),
        cost: null,
      }),
    );
  });
const item: fc.Arbitrary<PricedItem> = fc
  .record({ line: pricedLine, modifiers: fc.array(pricedLine, { maxLength: 2 }) })
  .map(({ line, modifiers }) => ({ ...line, comment: null, modifiers }));

/** What a till might do: mostly what fits the cheque as it is, which is known only when its turn comes. */
type Move = (order: Order) => OrderCommand;

const anyOf = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % Math.max(1, items.length)];
const pick = fc.nat({ max: 50 });
const part = fc.constantFrom(0.001, 0.25, 0.5, 1, 1.5);
const amount = fc.integer({ min: 0, max: 300_000 });

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(item, { maxLength: 3 }).map(
      (items): Move =>
        () => ({ type: 'AddItems', items, hold_id: null }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(pick, part, fc.boolean()).map(
      ([index, share, whole]): Move =>
        ({ lines }) => {
          const line = anyOf(lines, index);
          const asked = whole ? (line?.quantity ?? 1) * Math.min(1, share) : share;
          return remove(line?.line_id ?? 1, Math.max(0.001, Math.round(asked * 1_000) / 1_000), DIVISIBLE);
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ discount: amount, service_amount: amount, delivery_amount: amount }, { requiredKeys: [] })
      .map(
        (fields): Move =>
          () => ({ type: 'AdjustCheque', ...fields }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 100_000 }).map(
      (part): Move =>
        () => ({ type: 'AdjustCheque', discount_percent: part / 1_000 }),
    ),
  },
  // As high as it may be: the next item that is removed makes it too high.
  {
    weight: 1,
    arbitrary: fc.constant<Move>(({ items_amount }) => ({ type: 'AdjustCheque', discount: items_amount })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(0, 0, 0, 1, -1).map(
      (off): Move =>
        ({ total_amount }) =>
          close(Math.max(0, total_amount + off)),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Move>(() => ({ type: 'ReopenCheque', reason: 'again' })) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.array(fc.tuple(pick, part), { minLength: 1, maxLength: 3 }),
        // Two that return all the service return it twice.
        fc.constantFrom(0, 0, 0, 5_000, 'all' as const),
        fc.constantFrom(0, 0, 500),
      )
      .map(
        ([wanted, service, debt_amount]): Move =>
          ({ cheque, returns }) => {
            const lines = wanted.flatMap(([index, quantity]) => {
              const line = anyOf(cheque?.lines ?? [], index);
              const units =
                line && DIVISIBLE.includes(line.product_id) ? Math.min(quantity, line.quantity) : Math.ceil(quantity);
              return line ? [{ line_id: line.line_id, quantity: units }] : [];
            });
            const ordinal = returns.length + 1;
            return giveBack(lines, {
              ordinal,
              return_id: ordinal,
              service_amount: service === 'all' ? (cheque?.service_amount ?? 0) : service,
              debt_amount,
              divisible_product_ids: DIVISIBLE,
            });
          },
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<OrderCommand>(
        ...([
          { type: 'AcceptOrder' },
          { type: 'SendToKitchen' },
          { type: 'StartCooking' },
          { type: 'DeliverOrder' },
        ] as const),
        { type: 'PackOrder' },
      )
      .map(
        (command): Move =>
          () =>
            command,
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(cancel, deleteCheque).map(
      (command): Move =>
        () =>
          command,
    ),
  },
);

const checkAmounts = (it: Order): void => {
  const items = sum(it.lines, (line) => line.total + sum(line.modifiers, (modifier) => modifier.total));
  assert.equal(it.items_amount, items);
  assert.equal(it.total_amount, items - it.discount + it.service_amount + it.delivery_amount);
  assert.ok(it.total_amount >= 0);
  for (const line of it.lines.flatMap((line) => [line, ...line.modifiers])) {
    assert.ok(line.quantity > 0);
    assert.equal(line.total, lineTotal(line.price, line.quantity));
    if (!DIVISIBLE.includes(line.product_id)) assert.equal(Number.isInteger(line.quantity), true);
  }
  const ids = it.lines.flatMap((line) => [line.line_id, ...line.modifiers.map((modifier) => modifier.line_id)]);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(Math.max(0, ...ids) <= it.last_line_id);
};

const checkCheque = ({ cheque, returns, total_amount, discount }: Order): void => {
  if (!cheque) return;
  assert.equal(
    sum(cheque.payments, (payment) => payment.amount),
    total_amount,
  );
  assert.equal(cheque.total_amount, total_amount);
  assert.equal(
    sum(cheque.lines, (line) => line.discount),
    discount,
  );
  for (const line of cheque.lines) {
    assert.equal(line.net_amount, line.amount - line.discount);
    assert.ok(line.net_amount >= 0);
    const back = returns.flatMap((it) => it.lines.filter((returned) => returned.line_id === line.line_id));
    const quantity = back.reduce((units, it) => addQuantities(units, it.quantity), 0);
    const worth = sum(back, (it) => it.amount);
    assert.ok(quantity <= line.quantity);
    assert.equal(back.at(-1)?.returned_quantity ?? 0, quantity);
    assert.ok(worth <= line.net_amount);
    if (quantity === line.quantity) assert.equal(worth, line.net_amount);
    for (const it of back) assert.ok(it.amount >= 0);
  }
  assert.ok(sum(returns, (it) => it.service_amount) <= cheque.service_amount);
  for (const it of returns) assert.ok(it.refunded_amount + it.debt_amount <= it.total_amount);
};

/** Ids as the service makes them: line numbers follow from the order's. */
const openings: readonly OrderCommand[] = [
  { type: 'PlaceOrder', order: { ...order, lines: [], items_amount: 0, total_amount: 10_000 } },
  { type: 'OpenCheque', cheque: { ...cheque, lines: [], items_amount: 0, total_amount: 0 } },
];

test('whatever happens to a cheque, its amounts add up, and no more comes back than was sold', () => {
  const reached = { closed: 0, returned: 0, reopened: 0, removed: 0 };
  fc.assert(
    fc.property(fc.constantFrom(...openings), fc.array(move, { maxLength: 40, size: 'max' }), (opening, moves) => {
      let state: OrderState = UNPLACED;
      const apply = (command: OrderCommand): void => {
        for (const event of orderDecider.decide(state, command)) {
          assert.deepEqual(orderEvents[event.type].schema.parse(event.data), event.data);
          state = orderDecider.evolve(state, event);
          if (event.type === 'GoodsReturned') reached.returned += 1;
          if (event.type === 'ChequeReopened') reached.reopened += 1;
          if (event.type === 'ItemRemoved') reached.removed += 1;
          if (event.type === 'ChequeClosed') reached.closed += 1;
        }
      };
      apply(opening);
      for (const next of moves) {
        const before: Order = placedOrder(state)!;
        try {
          apply(next(before));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          assert.equal(state, before);
        }
        const after = placedOrder(state)!;
        if (isFinal(before.status) && after.status === before.status) expect(after.lines).toEqual(before.lines);
        checkAmounts(after);
        checkCheque(after);
      }
    }),
    { numRuns: effort({ short: 400, long: 2_000 }) },
  );
  // The moves are worth something only if they get there.
  for (const [what, times] of Object.entries(reached)) expect(times, what).toBeGreaterThan(10);
});

test('a discount is spread to the last unit, in proportion, and takes from no line more than its amount', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000_000_000 }), { maxLength: 20 });
  fc.assert(
    fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
      const total = sum(given, (it) => it);
      const discount = Math.floor(total * share);
      const parts = spreadDiscount(given, discount);
      expect(sum(parts, (it) => it)).toBe(discount);
      for (const [index, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(given[index]!);
        const exact = total === 0 ? 0 : (given[index]! / total) * discount;
        expect(Math.abs(part - exact)).toBeLessThanOrEqual(1.001);
      }
    }),
  );
});
