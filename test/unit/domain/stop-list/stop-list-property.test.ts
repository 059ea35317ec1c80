import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '../../../../src/domain/decider.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import type { StopListCommand } from '../../../../src/domain/stop-list/commands.ts';
import { stopListDecider } from '../../../../src/domain/stop-list/decide.ts';
import { type StopList, sumUnits } from '../../../../src/domain/stop-list/state.ts';
import { effort } from '../../../support/effort.ts';

const ofPoint = { brand_id: 'brand', point_id: 'point' };
const PRODUCTS = 4;
const ORDERS = 3;

/** The rules once more, as plainly as can be: thousandths in a table, holds in a list. */
const createModel = () => {
  const left = new Map<number, number>();
  const stopped = new Set<number>();
  const holds: { order: number; hold: string; units: Map<number, number>; over: boolean }[] = [];
  /** Thousandths that the venue put on the list, net of what it took off by its own word. */
  const supplied = new Map<number, number>();
  const sold = new Map<number, number>();
  const add = (map: Map<number, number>, product: number, milli: number) =>
    map.set(product, (map.get(product) ?? 0) + milli);

  return {
    left,
    run: (command: StopListCommand): 'refused' | undefined => {
      if (command.type === 'SetStopList') {
        for (const { product_id, quantity } of command.entries) {
          const milli = Math.round(quantity * 1_000);
          add(supplied, product_id, milli - (left.get(product_id) ?? 0));
          left.set(product_id, milli);
          if (milli === 0) stopped.add(product_id);
          else stopped.delete(product_id);
        }
      } else if (command.type === 'ClearStopList') {
        for (const product of command.product_ids ?? [...left.keys()]) {
          add(supplied, product, -(left.get(product) ?? 0));
          left.delete(product);
          stopped.delete(product);
        }
      } else if (command.type === 'TakeUnits') {
        const { order_id: order, hold_id: hold } = command;
        const wanted = sumUnits(command.wanted).filter((it) => left.has(it.product_id));
        const milli = wanted.map((it) => [it.product_id, Math.round(it.quantity * 1_000)] as const);
        const same = (units: Map<number, number>) =>
          units.size === milli.length && milli.every(([id, amount]) => units.get(id) === amount);
        if (milli.some(([product]) => stopped.has(product))) return 'refused';
        const own = holds.filter((it) => it.order === order && !it.over);
        if (own.some((it) => it.hold === hold || same(it.units))) return undefined;
        if (milli.some(([product, units]) => units > left.get(product)!)) return 'refused';
        for (const [product, units] of milli) add(left, product, -units);
        if (milli.length > 0) holds.push({ order, hold, units: new Map(milli), over: false });
      } else if (command.type === 'ReturnUnits') {
        for (const it of holds) {
          if (it.over || it.order !== command.order_id || !command.hold_ids.includes(it.hold)) continue;
          it.over = true;
          for (const [product, units] of it.units) {
            if (left.has(product) && !stopped.has(product)) add(left, product, units);
            else add(supplied, product, -units);
          }
        }
      } else if (command.type === 'SettleHolds') {
        for (const it of holds) {
          if (it.over || !command.holds.some((held) => held.order_id === it.order && held.hold_id === it.hold))
            continue;
          it.over = true;
          for (const [product, units] of it.units) add(sold, product, units);
        }
      }
      return undefined;
    },
    /** What was put on the list is on it, held or sold: nothing came from nowhere, nothing is lost. */
    balance: (state: StopList, product: number) => {
      const held = state.holds.flatMap(([, page]) => page.flatMap(([, ofOrder]) => ofOrder.flatMap((it) => it.units)));
      const heldMilli = held
        .filter((it) => it.product_id === product)
        .reduce((total, it) => total + Math.round(it.quantity * 1_000), 0);
      return (left.get(product) ?? 0) + heldMilli + (sold.get(product) ?? 0) - (supplied.get(product) ?? 0);
    },
  };
};

const product = fc.integer({ min: 1, max: PRODUCTS });
const order = fc.integer({ min: 1, max: ORDERS }).map((number) => number * 100);
const hold = fc.constantFrom('a', 'b');
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.integer({ min: 1, max: 4_000 }).map((milli) => milli / 1_000),
);
const units = fc.array(fc.record({ product_id: product, quantity, name: fc.constant('x') }), {
  minLength: 1,
  maxLength: 4,
});
const holdRef = fc.record({ order_id: order, hold_id: hold });
const entries = fc.uniqueArray(
  fc.record({
    product_id: product,
    quantity: fc.oneof(fc.constant(0), quantity, fc.integer({ min: 5, max: 20 })),
    reason: fc.constant(null),
  }),
  { selector: (entry) => entry.product_id, minLength: 1, maxLength: PRODUCTS },
);

const commands: fc.Arbitrary<StopListCommand> = fc.oneof(
  { weight: 2, arbitrary: entries.map((each) => ({ type: 'SetStopList', ...ofPoint, entries: each }) as const) },
  {
    weight: 1,
    arbitrary: fc
      .option(fc.array(product, { maxLength: 2 }))
      .map((product_ids) => ({ type: 'ClearStopList', ...ofPoint, product_ids }) as const),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(holdRef, units)
      .map(([ref, wanted]) => ({ type: 'TakeUnits', ...ofPoint, ...ref, wanted }) as const),
  },
  {
    weight: 4,
    arbitrary: holdRef.map(
      ({ order_id, hold_id }) => ({ type: 'ReturnUnits', ...ofPoint, order_id, hold_ids: [hold_id] }) as const,
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(holdRef, { minLength: 1, maxLength: 3 })
      .map((holds) => ({ type: 'SettleHolds', ...ofPoint, holds }) as const),
  },
);

it('a stop-list never sells more than there is, and loses no unit, whatever comes in whatever order', () => {
  let refusals = 0;
  let returns = 0;
  fc.assert(
    fc.property(fc.array(commands, { minLength: 20, maxLength: 60 }), (story) => {
      const model = createModel();
      let state = stopListDecider.initial;
      for (const command of story) {
        const expected = model.run(command);
        try {
          const events = stopListDecider.decide(state, command);
          expect(expected).toBeUndefined();
          returns += events.filter((event) => event.type === 'UnitsReturned').length;
          state = fold(stopListDecider, state, events);
          // Said twice it is done once: what follows is nothing, or for the units of another hold.
          if (command.type !== 'TakeUnits' || events.length > 0) {
            assert.deepEqual(stopListDecider.decide(state, command), []);
          }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          assert.equal(expected, 'refused');
          refusals += 1;
        }
        const quantities = state.entries.map(([id, entry]) => [id, Math.round(entry.quantity * 1_000)]);
        assert.deepEqual(
          quantities,
          [...model.left].sort(([first], [second]) => first - second),
        );
        for (const [, entry] of state.entries) assert.ok(entry.quantity >= 0);
        for (let id = 1; id <= PRODUCTS; id++) assert.equal(model.balance(state, id), 0);
      }
    }),
    { numRuns: effort({ short: 150, long: 1_000 }) },
  );
  // Stories in which nothing ever happens would prove nothing.
  expect(refusals).toBeGreaterThan(50);
  expect(returns).toBeGreaterThan(50);
});
