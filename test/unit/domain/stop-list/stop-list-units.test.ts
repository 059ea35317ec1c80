import { describe, expect, it } from 'vitest';
import { stopListDecider } from '../../../../src/domain/stop-list/decide.ts';
import { type MovedUnits, type StopListEvent, stopListEvents } from '../../../../src/domain/stop-list/events.ts';
import { holdFor, shortProducts } from '../../../../src/domain/stop-list/take-units.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(stopListDecider, stopListEvents);

const ofPoint = {
  brand_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001',
  point_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0002',
};
const holdId = (number: number): string => `5f0c1d1e-6d1c-4c53-9d5e-00000000000${number}`;
const PLOV = 1;
const TEA = 2;

const set = (...entries: [product_id: number, quantity: number][]): StopListEvent => ({
  type: 'StopListSet',
  data: { ...ofPoint, entries: entries.map(([product_id, quantity]) => ({ product_id, quantity, reason: null })) },
});
const cleared = (...product_ids: number[]): StopListEvent => ({
  type: 'StopListCleared',
  data: { ...ofPoint, product_ids },
});
type Moved = [product_id: number, quantity: number, left: number];
const moved = (units: Moved[]): MovedUnits[] =>
  units.map(([product_id, quantity, left]) => ({ product_id, quantity, left }));
const taken = (order_id: number, hold: number, ...units: Moved[]): StopListEvent => ({
  type: 'UnitsTaken',
  data: { ...ofPoint, order_id, hold_id: holdId(hold), units: moved(units) },
});
const returned = (order_id: number, hold: number, ...units: Moved[]): StopListEvent => ({
  type: 'UnitsReturned',
  data: { ...ofPoint, order_id, hold_id: holdId(hold), units: moved(units) },
});
const settled = (...holds: [order_id: number, hold: number][]): StopListEvent => ({
  type: 'HoldsSettled',
  data: { ...ofPoint, holds: holds.map(([order_id, hold]) => ({ order_id, hold_id: holdId(hold) })) },
});

const wanting = (units: [product_id: number, quantity: number][]) =>
  units.map(([product_id, quantity]) => ({ product_id, quantity, name: product_id === PLOV ? 'Plov' : 'Tea' }));
const take = (order_id: number, hold: number, ...units: [product_id: number, quantity: number][]) =>
  ({ type: 'TakeUnits', ...ofPoint, order_id, hold_id: holdId(hold), wanted: wanting(units) }) as const;
const recheck = (order_id: number, own: number[], hold: number, ...units: [product_id: number, quantity: number][]) =>
  ({
    type: 'RecheckHold',
    ...ofPoint,
    order_id,
    hold_id: holdId(hold),
    own_hold_ids: own.map(holdId),
    wanted: wanting(units),
  }) as const;
const giveBack = (order_id: number, ...holds: number[]) =>
  ({ type: 'ReturnUnits', ...ofPoint, order_id, hold_ids: holds.map(holdId) }) as const;
const settle = (...holds: [order_id: number, hold: number][]) =>
  ({
    type: 'SettleHolds',
    ...ofPoint,
    holds: holds.map(([order_id, hold]) => ({ order_id, hold_id: holdId(hold) })),
  }) as const;

describe('TakeUnits', () => {
  it('TakeUnits takes units of what is limited, and says what is left', () =>
    given(set([PLOV, 5]))
      .when(take(10, 1, [PLOV, 2], [TEA, 1]))
      .then(taken(10, 1, [PLOV, 2, 3])));

  it('TakeUnits sums the lines and modifiers of one product', () => {
    given(set([PLOV, 5], [TEA, 1]))
      .when(take(10, 1, [PLOV, 2], [TEA, 1], [PLOV, 3]))
      .then(taken(10, 1, [PLOV, 5, 0], [TEA, 1, 0]));
    given(set([PLOV, 5]))
      .when(take(10, 1, [PLOV, 3], [PLOV, 3]))
      .thenRefused('invalid', 'stop_list_insufficient', { name: 'Plov', product_id: PLOV, available_quantity: 5 });
  });

  it('TakeUnits counts in thousandths, not in binary fractions', () =>
    given(set([PLOV, 0.3]), taken(9, 9, [PLOV, 0.1, 0.2]))
      .when(take(10, 1, [PLOV, 0.1]))
      .then(taken(10, 1, [PLOV, 0.1, 0.1])));

  it('TakeUnits takes nothing where nothing is limited', () => {
    given()
      .when(take(10, 1, [PLOV, 2]))
      .thenNothing();
    given(set([PLOV, 0]), cleared(PLOV))
      .when(take(10, 1, [PLOV, 2]))
      .thenNothing();
  });

  it('TakeUnits is refused with what is left when that is not enough', () =>
    given(set([PLOV, 5]), taken(9, 9, [PLOV, 4, 1]))
      .when(take(10, 1, [TEA, 1], [PLOV, 2]))
      .thenRefused('invalid', 'stop_list_insufficient', { name: 'Plov', product_id: PLOV, available_quantity: 1 }));

  it('TakeUnits is refused when none is left, sold out or stopped', () => {
    const refusal = [
      'invalid',
      'product_in_stop_list',
      { name: 'Plov', product_id: PLOV, available_quantity: 0 },
    ] as const;
    given(set([PLOV, 0]))
      .when(take(10, 1, [PLOV, 1]))
      .thenRefused(...refusal);
    given(set([PLOV, 1]), taken(9, 9, [PLOV, 1, 0]))
      .when(take(10, 1, [PLOV, 0.001]))
      .thenRefused(...refusal);
  });

  it('TakeUnits takes nothing at all when one of several is short', () =>
    given(set([PLOV, 5], [TEA, 1]))
      .when(take(10, 1, [PLOV, 1], [TEA, 2]))
      .thenRefused('invalid', 'stop_list_insufficient', { name: 'Tea', product_id: TEA, available_quantity: 1 }));

  it('TakeUnits does nothing the second time', () =>
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 5, 0]))
      .when(take(10, 1, [PLOV, 5]))
      .thenNothing());

  it('TakeUnits does nothing when another attempt at the same order has what is wanted', () => {
    const history = [set([PLOV, 5], [TEA, 1]), taken(10, 1, [PLOV, 5, 0], [TEA, 1, 0])];
    const again = take(10, 2, [TEA, 1], [PLOV, 2], [PLOV, 3], [3, 1]);
    given(...history)
      .when(again)
      .thenNothing();
    expect(holdFor(given(...history).state(), again)).toMatchObject({ hold_id: holdId(1) });
    expect(holdFor(given().state(), again)).toBeUndefined();
    given(...history)
      .when(take(11, 2, [PLOV, 5], [TEA, 1]))
      .thenRefused('invalid', 'product_in_stop_list', { name: 'Plov', product_id: PLOV, available_quantity: 0 });
  });

  it('TakeUnits is refused what the venue has stopped since, whatever another attempt at the same order holds', () => {
    const refusal = [
      'invalid',
      'product_in_stop_list',
      { name: 'Plov', product_id: PLOV, available_quantity: 0 },
    ] as const;
    const spec = given(set([PLOV, 5], [TEA, 5]), taken(10, 1, [PLOV, 2, 3], [TEA, 1, 4]), set([PLOV, 0]));
    spec.when(take(10, 2, [PLOV, 2], [TEA, 1])).thenRefused(...refusal);
    // Sold out is not stopped: the units are the order's.
    given(set([PLOV, 2]), taken(10, 1, [PLOV, 2, 0]))
      .when(take(10, 2, [PLOV, 2]))
      .thenNothing();
  });

  it('TakeUnits takes anew for an attempt at the same order that wants something else', () => {
    const history = [set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3])];
    given(...history)
      .when(take(10, 2, [PLOV, 1]))
      .then(taken(10, 2, [PLOV, 1, 2]));
    given(...history, set([TEA, 4]))
      .when(take(10, 2, [PLOV, 2], [TEA, 1]))
      .then(taken(10, 2, [PLOV, 2, 1], [TEA, 1, 3]));
  });
});

describe('units of what was sold already', () => {
  const sold = (...args: Parameters<typeof take>) => ({ ...take(...args), is_sold: true });

  it('as many are taken as are left, and never more', () => {
    given(set([PLOV, 5], [TEA, 1]))
      .when(sold(1, 1, [PLOV, 2], [TEA, 3]))
      .then(taken(1, 1, [PLOV, 2, 3], [TEA, 1, 0]));
    given(set([PLOV, 5]), taken(2, 2, [PLOV, 5, 0]))
      .when(sold(1, 1, [PLOV, 2]))
      .then();
  });

  it('nothing is refused, also if the venue has stopped it since', () => {
    given(set([PLOV, 0]))
      .when(sold(1, 1, [PLOV, 2]))
      .then();
    given(set([PLOV, 0], [TEA, 4]))
      .when({ ...recheck(1, [1], 1, [PLOV, 2], [TEA, 1]), is_sold: true })
      .then(taken(1, 1, [TEA, 1, 3]));
  });

  it('a repeat takes no more, though the first found fewer than it wanted', () => {
    given(set([PLOV, 1]), taken(1, 1, [PLOV, 1, 0]), set([PLOV, 6]))
      .when(sold(1, 2, [PLOV, 3]))
      .then();
  });
});

describe('ReturnUnits', () => {
  it('ReturnUnits gives back what the hold took, once', () => {
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), taken(11, 2, [PLOV, 3, 0]))
      .when(giveBack(10, 1))
      .then(returned(10, 1, [PLOV, 2, 2]));
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), returned(10, 1, [PLOV, 2, 5]))
      .when(giveBack(10, 1))
      .thenNothing();
  });

  it('ReturnUnits gives back the hold that is named, not another of the order', () => {
    const history = [set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), taken(10, 2, [PLOV, 2, 1])];
    given(...history)
      .when(giveBack(10, 2))
      .then(returned(10, 2, [PLOV, 2, 3]));
    given(...history)
      .when(giveBack(10, 2, 1, 3))
      .then(returned(10, 2, [PLOV, 2, 3]), returned(10, 1, [PLOV, 2, 5]));
    given(...history, returned(10, 2, [PLOV, 2, 3]))
      .when(giveBack(10, 1))
      .then(returned(10, 1, [PLOV, 2, 5]));
  });

  it('ReturnUnits adds to what the venue has set since', () =>
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), set([PLOV, 20]))
      .when(giveBack(10, 1))
      .then(returned(10, 1, [PLOV, 2, 22])));

  it('ReturnUnits puts nothing on sale that the venue has stopped, or that is free', () => {
    given(set([PLOV, 5], [TEA, 5]), taken(10, 1, [PLOV, 2, 3], [TEA, 1, 4]), set([PLOV, 0]))
      .when(giveBack(10, 1))
      .then(returned(10, 1, [TEA, 1, 5]));
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), cleared(PLOV))
      .when(giveBack(10, 1))
      .then(returned(10, 1));
  });

  it('ReturnUnits brings back what was sold out, unless the venue then said 0 itself', () => {
    given(set([PLOV, 1]), taken(10, 1, [PLOV, 1, 0]))
      .when(giveBack(10, 1))
      .then(returned(10, 1, [PLOV, 1, 1]));
    given(set([PLOV, 1]), taken(10, 1, [PLOV, 1, 0]))
      .when({ type: 'SetStopList', ...ofPoint, entries: [{ product_id: PLOV, quantity: 0, reason: null }] })
      .then(set([PLOV, 0]));
    given(set([PLOV, 1]), taken(10, 1, [PLOV, 1, 0]), set([PLOV, 0]))
      .when(giveBack(10, 1))
      .then(returned(10, 1));
  });
});

describe('SettleHolds', () => {
  it('SettleHolds forgets the holds, once, and leaves the quantities', () => {
    const history = [set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), taken(11, 2, [PLOV, 1, 2])];
    given(...history)
      .when(settle([10, 1], [11, 2], [12, 3]))
      .then(settled([10, 1], [11, 2]));
    const { entries, holds } = given(...history, settled([10, 1], [11, 2])).state();
    expect(holds).toEqual([]);
    expect(entries).toMatchObject([[PLOV, { quantity: 2 }]]);
    given(...history, settled([10, 1]))
      .when(settle([10, 1]))
      .thenNothing();
    given(...history, settled([10, 1]))
      .when(giveBack(10, 1))
      .thenNothing();
  });

  it('SettleHolds leaves another hold of the same order', () =>
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), taken(10, 2, [PLOV, 2, 1]), settled([10, 1]))
      .when(giveBack(10, 2))
      .then(returned(10, 2, [PLOV, 2, 3])));
});

describe('RecheckHold', () => {
  it('RecheckHold takes what the order does not hold yet, once', () => {
    const history = [set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), set([TEA, 4])];
    given(...history)
      .when(recheck(10, [1, 2], 2, [PLOV, 2], [TEA, 3]))
      .then(taken(10, 2, [TEA, 3, 1]));
    given(...history, taken(10, 2, [TEA, 3, 1]))
      .when(recheck(10, [1, 2], 2, [PLOV, 2], [TEA, 3]))
      .thenNothing();
  });

  it('RecheckHold adds to a hold it made before', () => {
    const history = [set([TEA, 4]), taken(10, 2, [TEA, 3, 1]), set([PLOV, 5]), taken(10, 2, [PLOV, 1, 4])];
    given(...history)
      .when(giveBack(10, 2))
      .then(returned(10, 2, [TEA, 3, 4], [PLOV, 1, 5]));
  });

  it('RecheckHold lets an order have what it holds though all else is sold', () =>
    given(set([PLOV, 2]), taken(10, 1, [PLOV, 2, 0]))
      .when(recheck(10, [1, 2], 2, [PLOV, 2]))
      .thenNothing());

  it('RecheckHold does not count a hold that is not its own', () =>
    given(set([PLOV, 3]), taken(10, 9, [PLOV, 2, 1]))
      .when(recheck(10, [1, 2], 2, [PLOV, 2]))
      .thenRefused('invalid', 'stop_list_insufficient', { name: 'Plov', product_id: PLOV, available_quantity: 1 }));

  it('RecheckHold takes nothing when a product is short, and names all that are', () => {
    const history = [set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), set([PLOV, 0], [TEA, 1])];
    const command = recheck(10, [1, 2], 2, [PLOV, 2], [TEA, 2], [3, 1]);
    given(...history)
      .when(command)
      .thenRefused('invalid', 'product_in_stop_list', { name: 'Plov', product_id: PLOV, available_quantity: 0 });
    expect(shortProducts(given(...history).state(), command)).toEqual([PLOV, TEA]);
    expect(shortProducts(given(set([TEA, 2])).state(), command)).toEqual([]);
  });
});

describe('FitHolds', () => {
  type Units = [product_id: number, quantity: number][];
  const quantities = (units: Units) => units.map(([product_id, quantity]) => ({ product_id, quantity }));
  const fitTo = (order_id: number, holds: number[], ...kept: Units) =>
    ({ type: 'FitHolds', ...ofPoint, order_id, hold_ids: holds.map(holdId), kept: quantities(kept) }) as const;
  const partlyReturned = (order_id: number, hold: number, given_up: Units, ...units: Moved[]): StopListEvent => ({
    type: 'UnitsPartlyReturned',
    data: { ...ofPoint, order_id, hold_id: holdId(hold), given_up: quantities(given_up), units: moved(units) },
  });

  it('FitHolds gives back what the order wants no more, and keeps the rest', () => {
    const spec = given(set([PLOV, 5], [TEA, 5]), taken(10, 1, [PLOV, 3, 2], [TEA, 1, 4]));
    spec.when(fitTo(10, [1], [PLOV, 1], [TEA, 1])).then(partlyReturned(10, 1, [[PLOV, 2]], [PLOV, 2, 4]));
    spec.when(fitTo(10, [1], [PLOV, 3])).then(partlyReturned(10, 1, [[TEA, 1]], [TEA, 1, 5]));
  });

  it('FitHolds does nothing a second time, nor where the order wants as much or more', () => {
    const spec = given(set([PLOV, 5]), taken(10, 1, [PLOV, 3, 2]), partlyReturned(10, 1, [[PLOV, 2]], [PLOV, 2, 4]));
    spec.when(fitTo(10, [1], [PLOV, 1])).thenNothing();
    spec.when(fitTo(10, [1], [PLOV, 9])).thenNothing();
    spec.when(fitTo(10, [2], [PLOV, 0])).thenNothing();
    spec.when(giveBack(10, 1)).then(returned(10, 1, [PLOV, 1, 5]));
  });

  it('FitHolds counts what several holds have together', () => {
    const spec = given(set([PLOV, 5]), taken(10, 1, [PLOV, 2, 3]), taken(10, 2, [PLOV, 2, 1]));
    spec
      .when(fitTo(10, [1, 2], [PLOV, 1]))
      .then(partlyReturned(10, 1, [[PLOV, 1]], [PLOV, 1, 2]), partlyReturned(10, 2, [[PLOV, 2]], [PLOV, 2, 4]));
    // The other holds of the order are not its business.
    spec.when(fitTo(10, [2])).then(partlyReturned(10, 2, [[PLOV, 2]], [PLOV, 2, 3]));
  });

  it('FitHolds gives up what the venue has stopped or cleared, and puts it on sale nowhere', () => {
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 3, 2]), set([PLOV, 0]))
      .when(fitTo(10, [1]))
      .then(partlyReturned(10, 1, [[PLOV, 3]]));
    given(set([PLOV, 5]), taken(10, 1, [PLOV, 3, 2]), cleared(PLOV))
      .when(fitTo(10, [1]))
      .then(partlyReturned(10, 1, [[PLOV, 3]]));
  });

  it('FitHolds forgets a hold that is empty', () => {
    const spec = given(set([PLOV, 5]), taken(10, 1, [PLOV, 3, 2]), partlyReturned(10, 1, [[PLOV, 3]], [PLOV, 3, 5]));
    expect(spec.state().holds).toEqual([]);
    expect(spec.state().entries).toMatchObject([[PLOV, { quantity: 5 }]]);
  });
});
