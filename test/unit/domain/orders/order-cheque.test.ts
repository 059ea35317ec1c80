import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { debtOf } from '../../../../src/domain/orders/close-cheque.ts';
import type { AdjustCheque, OrderCommand } from '../../../../src/domain/orders/commands.ts';
import type {
  ChequeClosed,
  ItemRemoved,
  OrderEvent,
  OrderModifierLine,
  SlipLine,
} from '../../../../src/domain/orders/events.ts';
import type { Order } from '../../../../src/domain/orders/state.ts';
import {
  accepted,
  add,
  cheque,
  close,
  cooking,
  deleteCheque,
  garlic,
  giveBack,
  given,
  opened,
  order,
  order_id,
  placed,
  plov,
  printed,
  remove,
  soup,
  tea,
} from './order-fixture.ts';

const hold = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0021';
const other = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0022';
const amounts = {
  items_amount: 104_000,
  discount: 0,
  service_amount: 0,
  delivery_amount: 10_000,
  total_amount: 114_000,
};
const eventsOf = (...history: OrderEvent[]) => ({
  when: (command: Parameters<ReturnType<typeof given>['when']>[0]) =>
    given(...history)
      .when(command)
      .result().events,
});
const added = eventsOf(placed()).when(add());
const unit = ({ line_id, product_id, name, quantity }: SlipLine | OrderModifierLine, parent: number | null = null) => ({
  line_id,
  parent_line_id: parent,
  product_id,
  name,
  quantity,
});
const slip = (...items: SlipLine[]): OrderEvent => {
  const line_ids = items.filter((item) => item.parent_line_id === null).map((item) => item.line_id);
  return { type: 'KitchenCancellationPrinted', data: { order_id, line_ids, items } };
};
const adjust = (fields: Omit<AdjustCheque, 'type'>) => ({ type: 'AdjustCheque', ...fields }) as const;
const noReason = { client_id: 5, reason: null };
const closing = (events: readonly OrderEvent[]): ChequeClosed => {
  const event = events.find(({ type }) => type === 'ChequeClosed');
  return event?.data as ChequeClosed;
};

describe('a cheque of the till', () => {
  test('a cheque of the till is the first event of its order, and prints nothing by itself', () => {
    given().when({ type: 'OpenCheque', cheque }).then(opened());
    given(opened()).when({ type: 'OpenCheque', cheque }).thenNothing();
    given(opened()).when({ type: 'PlaceOrder', order }).thenNothing();
  });

  test('a cheque of the till may be empty, and without a guest', () => {
    const empty = { lines: [], items_amount: 0, total_amount: 0 };
    const state = given(opened(empty)).state() as Order;
    expect(state).toMatchObject({ status: 'UNCONFIRMED_ORDER', key_id: null, payment_type_id: null, lines: [] });
    given(opened(empty)).when({ type: 'AcceptOrder' }).thenNothing();
  });

  test('a cheque of the till goes the way of any order, and to the kitchen when it is sent there', () => {
    given(opened())
      .when({ type: 'SendToKitchen', line_ids: [3] })
      .then(printed([3]));
    given(opened())
      .when({ type: 'AcceptOrder' })
      .then(printed([1, 3]));
    given(opened(), printed([3]))
      .when({ type: 'StartCooking' })
      .then(cooking, printed([1], 2));
  });

  test('a cheque of the till is not opened on units that went back before it was', () => {
    const { brand_id, point_id } = order;
    given({ type: 'OrderAbandoned', data: { order_id, brand_id, point_id, hold_id: hold } })
      .when({ type: 'OpenCheque', cheque: { ...cheque, hold_id: hold } })
      .thenRefused('conflict', 'order_hold_abandoned');
  });

  test('a cheque of the till carries its waiter, table and reservation to the closing', () => {
    const [closed] = eventsOf(opened({ reservation_id: hold })).when(close(104_000));
    expect(closed!.data).toMatchObject({
      waiter_id: 12,
      table_id: 61,
      guests: 4,
      client_id: null,
      reservation_id: hold,
    });
  });
});

describe('items', () => {
  test('items of a cheque are numbered on from the last line, whatever was taken off since', () => {
    expect(added).toEqual([
      {
        type: 'ItemsAdded',
        data: {
          order_id,
          hold_id: null,
          lines: [
            {
              line_id: 700_001,
              product_id: 14,
              name: 'Shurpa',
              category_id: 5,
              quantity: 1,
              price: 30_000,
              total: 30_000,
              cost: 9_000,
              modifiers: [
                {
                  line_id: 700_002,
                  product_id: 15,
                  name: 'Bread',
                  category_id: null,
                  quantity: 1,
                  price: 2_000,
                  total: 2_000,
                  cost: null,
                },
              ],
            },
          ],
          amounts: { ...amounts, items_amount: 136_000, total_amount: 146_000 },
          personal: { client_id: 5, line_comments: { 700001: 'no onion' } },
        },
      },
    ]);
    const removed = eventsOf(placed(), ...added).when(remove(700_001));
    const [again] = eventsOf(placed(), ...added, ...removed).when(add());
    expect(again!.data).toMatchObject({ lines: [{ line_id: 700_003, modifiers: [{ line_id: 700_004 }] }] });
  });

  test('adding no items to a cheque changes nothing', () => {
    given(placed()).when(add([])).thenNothing();
  });

  test('items of a cheque go to the kitchen with the next ticket, and the old ones do not again', () => {
    const history = [placed(), accepted, printed([1, 3]), ...added];
    given(...history)
      .when({ type: 'SendToKitchen' })
      .then(printed([700_001], 2));
    given(...history)
      .when({ type: 'AcceptOrder' })
      .then(printed([700_001], 2));
  });

  test('items of a cheque do not come on units that went back meanwhile', () => {
    const { brand_id, point_id } = order;
    const abandoned: OrderEvent = { type: 'ItemsAbandoned', data: { order_id, brand_id, point_id, hold_id: hold } };
    given(placed()).when({ type: 'AbandonItems', hold_id: hold }).then(abandoned);
    given(placed(), abandoned).when({ type: 'AbandonItems', hold_id: hold }).thenNothing();
    given(placed(), abandoned)
      .when(add([soup], hold))
      .thenRefused('conflict', 'order_hold_abandoned');
    expect(eventsOf(placed(), abandoned).when(add([soup], other))).toHaveLength(1);
  });

  test('items of a cheque that came keep their units, until the order ends and says which', () => {
    const history = [placed('CREATED', { hold_id: other }), ...eventsOf(placed()).when(add([soup], hold))];
    given(...history)
      .when({ type: 'AbandonItems', hold_id: hold })
      .thenNothing();
    const [deleted] = eventsOf(...history).when(deleteCheque);
    expect(deleted!.data).toMatchObject({ hold_ids: [other, hold] });
    const closed = eventsOf(...history).when(close(146_000));
    expect(closing(closed).hold_ids).toEqual([other, hold]);
    // What was sold once stays sold when the cheque is opened again.
    const reopened = eventsOf(...history, ...closed).when({ type: 'ReopenCheque', reason: 'wrong type' });
    const [gone] = eventsOf(...history, ...closed, ...reopened).when(deleteCheque);
    expect(gone!.data).toMatchObject({ hold_ids: [] });
    given(...history, ...closed, ...reopened)
      .when({ type: 'AbandonItems', hold_id: hold })
      .thenNothing();
    const open = [...history, ...closed, ...reopened];
    const again = [...open, ...eventsOf(...open).when(close(146_000))];
    expect(closing(again.slice(open.length)).hold_ids).toEqual([other, hold]);
    const reopenedAgain = [...again, ...eventsOf(...again).when({ type: 'ReopenCheque', reason: 'wrong type' })];
    expect(eventsOf(...reopenedAgain).when(deleteCheque)[0]!.data).toMatchObject({ hold_ids: [] });
  });

  test('items of a cheque are as many as an order has numbers for', () => {
    const last = { ...tea, line_id: 799_998, modifiers: [] };
    const full = placed('CREATED', { lines: [last], items_amount: 8_000, total_amount: 18_000 });
    given(full).when(add()).thenRefused('conflict', 'cheque_has_too_many_lines');
    expect(eventsOf(full).when(add([{ ...soup, modifiers: [] }]))).toHaveLength(1);
  });
});

test('a cheque has 2000 lines at most, modifiers among them, however they came', () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => {
    const line = { ...tea, line_id: 700_001 + 2 * index, modifiers: [] };
    return { ...line, modifiers: [{ ...line, line_id: line.line_id + 1 }] };
  });
  const ofLines = (of: typeof lines) => placed('CREATED', { lines: of, items_amount: 8_000, total_amount: 18_000 });
  const one = add([{ ...soup, modifiers: [] }]);
  given(ofLines(lines)).when(one).thenRefused('conflict', 'cheque_has_too_many_lines');
  expect(eventsOf(ofLines(lines.slice(1))).when(one)).toHaveLength(1);
});

describe('taking a line off', () => {
  const removal = (events: readonly OrderEvent[]): ItemRemoved => events[0]!.data as ItemRemoved;

  test('taking a line off takes its modifiers with it, and what it cost off the total', () => {
    const events = eventsOf(placed()).when(remove(1, 1));
    expect(events).toHaveLength(1);
    expect(removal(events)).toMatchObject({
      was_printed: false,
      removed: [
        { line_id: 1, quantity: 1, total: 45_000 },
        { line_id: 2, quantity: 1, total: 3_000 },
      ],
      line: { line_id: 1, quantity: 1, total: 45_000, modifiers: [{ line_id: 2, quantity: 1, total: 3_000 }] },
      amounts: { ...amounts, items_amount: 56_000, total_amount: 66_000 },
    });
    const whole = removal(eventsOf(placed()).when(remove(1, 2)));
    expect(whole).toMatchObject({ line: null, amounts: { ...amounts, items_amount: 8_000, total_amount: 18_000 } });
    const state = given(placed(), { type: 'ItemRemoved', data: whole }).state() as Order;
    expect(state.lines.map((line) => line.line_id)).toEqual([3]);
  });

  test('taking a line off tells the kitchen of what it had, once', () => {
    const first = eventsOf(placed(), printed([1])).when(remove(1, 2));
    expect(first.slice(1)).toEqual([slip(unit(plov), unit(garlic, 1))]);
    const one = eventsOf(placed(), printed([1])).when(remove(1, 1));
    expect(one.slice(1)).toEqual([slip(unit({ ...plov, quantity: 1 }), unit({ ...garlic, quantity: 1 }, 1))]);
    expect(eventsOf(placed(), printed([1])).when(remove(3))).toHaveLength(1);
    // Deleted afterwards: no second slip for the line that went before.
    const gone = eventsOf(placed(), printed([1, 3]), ...first).when(deleteCheque);
    expect(gone.slice(1)).toEqual([slip(unit(tea))]);
    // Of a line that lost units before, only those that were left.
    const rest = eventsOf(placed(), printed([1]), ...one).when(deleteCheque);
    expect(rest.slice(1)).toEqual(one.slice(1));
    expect(eventsOf(placed(), printed([1]), ...first).when(deleteCheque)).toHaveLength(1);
  });

  test('taking a line off is refused for what is not there', () => {
    given(placed()).when(remove(4)).thenRefused('invalid', 'line_not_found', { line_id: 4 });
    // A modifier is no line of its own.
    given(placed()).when(remove(2)).thenRefused('invalid', 'line_not_found', { line_id: 2 });
    given(placed()).when(remove(1, 3)).thenRefused('conflict', 'removal_exceeds_line', { quantity: 3, left: 2 });
    const history = [placed(), ...eventsOf(placed()).when(remove(3))];
    given(...history)
      .when(remove(3))
      .thenRefused('invalid', 'line_not_found', { line_id: 3 });
  });

  test('taking a line off takes a part of a unit only of what can be divided', () => {
    const whole = { field: 'quantity', name: 'Tea' };
    given(placed()).when(remove(3, 0.5)).thenRefused('invalid', 'quantity_not_divisible', whole);
    const half = removal(eventsOf(placed()).when(remove(3, 0.5, [tea.product_id])));
    expect(half).toMatchObject({ quantity: 0.5, line: { quantity: 0.5, total: 4_000 } });
    // What is taken off and what is left are worth the line together, whatever is rounded.
    const odd = placed('CREATED', {
      lines: [{ ...tea, price: 8_001, total: 8_001, modifiers: [] }],
      items_amount: 8_001,
    });
    expect(removal(eventsOf(odd).when(remove(3, 0.5, [tea.product_id])))).toMatchObject({
      removed: [{ quantity: 0.5, total: 4_000 }],
      line: { quantity: 0.5, total: 4_001 },
      amounts: { items_amount: 4_001 },
    });
    // Its garlic can't be divided, so half a plov takes none of it off.
    given(placed())
      .when(remove(1, 0.5, [plov.product_id]))
      .thenRefused('invalid', 'quantity_not_divisible', { field: 'quantity', name: 'Garlic' });
  });

  test('taking a line off makes a discount no larger than what is left', () => {
    const discounted = [placed(), ...eventsOf(placed()).when(adjust({ discount: 100_000 }))];
    const { amounts: after } = removal(eventsOf(...discounted).when(remove(1, 2)));
    expect(after).toEqual({ ...amounts, items_amount: 8_000, discount: 8_000, total_amount: 10_000 });
  });
});

describe('amounts', () => {
  test('amounts of a cheque are set, those left out stay, and the total follows', () => {
    given(placed())
      .when(adjust({ discount: 4_000, service_amount: 11_400 }))
      .then({
        type: 'ChequeAdjusted',
        data: {
          order_id,
          discount_percent: null,
          personal: noReason,
          amounts: { ...amounts, discount: 4_000, service_amount: 11_400, total_amount: 121_400 },
        },
      });
    const before = eventsOf(placed()).when(adjust({ discount: 4_000 }));
    expect(eventsOf(placed(), ...before).when(adjust({ delivery_amount: 0 }))[0]!.data).toMatchObject({
      amounts: { ...amounts, discount: 4_000, delivery_amount: 0, total_amount: 100_000 },
    });
  });

  test('setting the same amounts of a cheque changes nothing', () => {
    given(placed()).when(adjust({})).thenNothing();
    given(placed())
      .when(adjust({ discount: 0, delivery_amount: 10_000 }))
      .thenNothing();
  });

  test('amounts of a cheque never make a total below zero: a discount is on goods', () => {
    const params = { discount: 104_001, items: 104_000 };
    given(placed())
      .when(adjust({ discount: 104_001 }))
      .thenRefused('conflict', 'discount_exceeds_items', params);
    const free = eventsOf(placed()).when(adjust({ discount: 104_000, delivery_amount: 0 }));
    expect(free[0]!.data).toMatchObject({ amounts: { total_amount: 0 } });
    expect(closing(eventsOf(placed(), ...free).when(close(0))).total_amount).toBe(0);
  });
});

describe('a discount in percent', () => {
  const discountOf = (...history: OrderEvent[]) => {
    const { discount, discount_percent, total_amount, items_amount } = given(...history).state() as Order;
    // Delivery costs 10 000.
    expect(total_amount).toBe(items_amount - discount + 10_000);
    return { discount, discount_percent };
  };
  const history = (...commands: OrderCommand[]) => {
    const events: OrderEvent[] = [placed()];
    for (const command of commands) events.push(...eventsOf(...events).when(command));
    return events;
  };

  test('a discount in percent is rounded half up, and follows the lines until the cheque is closed', () => {
    // 12.5 % of 104 000, of 136 000, of 8 000.
    expect(discountOf(...history(adjust({ discount_percent: 12.5 })))).toMatchObject({ discount: 13_000 });
    const more = history(adjust({ discount_percent: 12.5 }), add());
    expect(discountOf(...more)).toEqual({ discount: 17_000, discount_percent: 12.5 });
    const less = history(adjust({ discount_percent: 12.5 }), remove(1, 2));
    expect(discountOf(...less)).toEqual({ discount: 1_000, discount_percent: 12.5 });
    const again = [...more, ...eventsOf(...more).when(close(129_000))];
    again.push(...eventsOf(...again).when({ type: 'ReopenCheque', reason: 'One more' }));
    again.push(...eventsOf(...again).when(remove(700_001)));
    expect(discountOf(...again)).toEqual({ discount: 13_000, discount_percent: 12.5 });
    expect(discountOf(...history(adjust({ discount_percent: 100 }), add()))).toMatchObject({ discount: 136_000 });
  });

  test('a discount in percent and one in money replace each other; another amount leaves it', () => {
    const percent = adjust({ discount_percent: 10 });
    expect(discountOf(...history(percent, adjust({ discount: 500 }), add()))).toEqual({
      discount: 500,
      discount_percent: null,
    });
    expect(discountOf(...history(adjust({ discount: 500 }), percent))).toEqual({
      discount: 10_400,
      discount_percent: 10,
    });
    // The same amount of money as before, but it follows the lines no more.
    expect(discountOf(...history(percent, adjust({ discount: 10_400 }), add()))).toMatchObject({ discount: 10_400 });
    const service = history(percent, adjust({ service_amount: 0, delivery_amount: 10_000 }), add());
    expect(discountOf(...service)).toEqual({ discount: 13_600, discount_percent: 10 });
    given(...history(percent))
      .when(percent)
      .thenNothing();
  });

  test('a discount in percent is the rounded part of whatever the goods cost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999 }),
        fc.integer({ min: 0, max: 100_000 }),
        (price, thousandths) => {
          const lines = [{ ...tea, price, total: price, modifiers: [] }];
          const cheque = placed('CREATED', { lines, items_amount: price, total_amount: price + 10_000 });
          const discount_percent = thousandths / 1_000;
          const { discount } = given(cheque, ...eventsOf(cheque).when(adjust({ discount_percent }))).state() as Order;
          expect(BigInt(discount)).toBe((BigInt(price) * BigInt(thousandths) * 2n + 100_000n) / 200_000n);
        },
      ),
    );
  });

  test('the reason of a discount stays as long as the discount, and goes with it', () => {
    const reasonOf = (...commands: OrderCommand[]) =>
      (given(...history(...commands)).state() as Order).personal.discount_reason;
    const friend = adjust({ discount_percent: 10, discount_reason: 'Friend of the house' });
    expect(reasonOf(friend, add(), adjust({ service_amount: 7 }))).toBe('Friend of the house');
    expect(reasonOf(friend, adjust({ discount_reason: 'Cold soup' }))).toBe('Cold soup');
    expect(reasonOf(friend, adjust({ discount: 1 }))).toBeNull();
    expect(reasonOf(friend, adjust({ discount_percent: 11 }))).toBeNull();
    expect(reasonOf(adjust({ discount: 1 }))).toBeNull();
  });
});

describe('assigning', () => {
  const before = { waiter_id: null, courier_id: null, table_id: null, persons: 2, organization_id: null };

  test('assigning a cheque says whose it is from now on, whole; what is left out stays', () => {
    given(placed())
      .when({ type: 'AssignCheque', assigned: { waiter_id: 12, organization_id: 90 } })
      .then({ type: 'ChequeAssigned', data: { order_id, ...before, waiter_id: 12, organization_id: 90 } });
    given(opened())
      .when({ type: 'AssignCheque', assigned: { waiter_id: null, table_id: undefined, persons: 6 } })
      .then({ type: 'ChequeAssigned', data: { order_id, ...before, table_id: 61, persons: 6 } });
  });

  test('assigning a cheque as it is already changes nothing', () => {
    given(opened())
      .when({ type: 'AssignCheque', assigned: { waiter_id: 12, persons: undefined } })
      .thenNothing();
  });

  test('assigning a cheque reaches the cheque', () => {
    const assigned = { waiter_id: 12, courier_id: 9, table_id: 62, persons: 3, organization_id: 90 };
    const history = [placed(), ...eventsOf(placed()).when({ type: 'AssignCheque', assigned })];
    const { persons: guests, ...rest } = assigned;
    expect(closing(eventsOf(...history).when(close()))).toMatchObject({ ...rest, guests });
  });
});

describe('closing', () => {
  test('closing a cheque spreads the discount over the lines to the last unit', () => {
    const history = [placed(), ...eventsOf(placed()).when(adjust({ discount: 10_001 }))];
    const { lines } = closing(eventsOf(...history).when(close(103_999)));
    expect(lines.map(({ amount, discount, net_amount }) => [amount, discount, net_amount])).toEqual([
      [90_000, 8_655, 81_345],
      [6_000, 577, 5_423],
      [8_000, 769, 7_231],
    ]);
  });

  test('closing a cheque stamps what products cost and where they belong now, and leaves what is not known any more', () => {
    const products = [{ product_id: plov.product_id, category_id: 9, cost: 21_000 }];
    const { lines } = closing(eventsOf(placed()).when({ ...close(), products } as never));
    expect(lines.map(({ category_id, cost }) => [category_id, cost])).toEqual([
      [9, 21_000],
      [null, null],
      [4, 500],
    ]);
  });

  const deposit = { payment_type_id: 22, payment_type_name: 'Deposit', payment_category_id: 2, amount: 50_000 };

  const paying = (...amounts: readonly [amount: number, payment_type_id?: number][]) => {
    const command = close() as Extract<ReturnType<typeof close>, { type: 'CloseCheque' }>;
    const [usual] = command.payments;
    const payments = amounts.map(([amount, payment_type_id = 21]) => ({ ...usual!, amount, payment_type_id }));
    return { ...command, payments };
  };

  test('closing a cheque takes the remainder beside the deposit of a reservation, in any way of payment', () => {
    const history = opened({ deposit });
    for (const way of [21, deposit.payment_type_id]) {
      expect(closing(eventsOf(history).when(paying([54_000, way]))).payments).toMatchObject([
        { ...deposit, tendered: null, is_deposit: true },
        { payment_type_id: way, amount: 54_000, is_deposit: false },
      ]);
    }
  });

  test('closing a cheque with anything but the remainder is refused, and says what it is', () => {
    const refused = (terms: Parameters<typeof opened>[0], command: OrderCommand, paid: number, remainder: number) => {
      const amounts = { paid, remainder, deposit: 104_000 - remainder };
      given(opened(terms)).when(command).thenRefused('invalid', 'payments_differ_from_remainder', amounts);
    };
    // The deposit is named among the payments, or is in one of them.
    refused({ deposit }, paying([50_000, deposit.payment_type_id], [54_000]), 104_000, 54_000);
    refused({ deposit }, paying([104_000, deposit.payment_type_id]), 104_000, 54_000);
    refused({ deposit }, paying([53_999]), 53_999, 54_000);
    refused({ deposit }, paying(), 0, 54_000);
    refused({ deposit: { ...deposit, amount: 200_000 } }, paying([1]), 1, 0);
  });

  test('closing a cheque takes the deposit for no more than the total', () => {
    const large = opened({ deposit: { ...deposit, amount: 200_000 } });
    for (const command of [paying(), paying([0])]) {
      expect(closing(eventsOf(large).when(command)).payments[0]).toMatchObject({ ...deposit, amount: 104_000 });
    }
    // Where nothing is to be paid, nothing of it is.
    const free = opened({ deposit, lines: [], items_amount: 0, total_amount: 0 });
    expect(closing(eventsOf(free).when(paying())).payments).toEqual([]);
  });

  test('closing a cheque again after it was opened again counts its deposit once more', () => {
    const history: OrderEvent[] = [opened({ deposit })];
    history.push(...eventsOf(...history).when(paying([54_000])));
    history.push(...eventsOf(...history).when({ type: 'ReopenCheque', reason: 'Wrong way of payment' }));
    const [first] = closing(eventsOf(...history).when(paying([54_000, 22]))).payments;
    expect(first).toMatchObject({ ...deposit, is_deposit: true });
  });

  test('closing a cheque keeps whose points were paid with', () => {
    const command = close() as Extract<ReturnType<typeof close>, { type: 'CloseCheque' }>;
    const payments = command.payments.map((it) => ({
      ...it,
      loyalty: { customer_id: 'L-1', hold_id: null, operation_id: null },
    }));
    expect(closing(eventsOf(placed()).when({ ...command, payments })).payments).toEqual(payments);
  });
});

describe('reopening', () => {
  const reopen = { type: 'ReopenCheque', reason: 'wrong payment type' } as const;

  test('reopening a cheque puts the cheque where it stood, and says what was undone', () => {
    const history = [placed(), accepted, cooking];
    const closed = eventsOf(...history).when(close());
    const { events, state } = given(...history, ...closed)
      .when(reopen)
      .result();
    expect(events).toEqual([
      {
        type: 'ChequeReopened',
        data: {
          order_id,
          point_id: order.point_id,
          status: 'COOKING',
          personal: { client_id: 5, reason: 'wrong payment type' },
          shift_id: 31,
          cheque_number: 4,
          business_date: '2026-03-01',
          total_amount: 114_000,
          organization_id: null,
          charge_id: null,
          line_ids: [1, 2, 3],
        },
      },
    ]);
    expect(state).toMatchObject({ status: 'COOKING', cheque: null });
  });

  test('reopening a cheque lets it be changed and closed again', () => {
    const closed = [placed(), ...eventsOf(placed()).when(close())];
    const reopened = [...closed, ...eventsOf(...closed).when(reopen)];
    const fewer = [...reopened, ...eventsOf(...reopened).when(remove(3))];
    expect(closing(eventsOf(...fewer).when(close(106_000))).total_amount).toBe(106_000);
  });

  test('reopening a cheque is refused when goods came back', () => {
    const closed = [placed(), ...eventsOf(placed()).when(close())];
    const command = giveBack([{ line_id: 3, quantity: 1 }]);
    given(...closed, ...eventsOf(...closed).when(command))
      .when(reopen)
      .thenRefused('conflict', 'cheque_has_returns');
  });
});

describe('debt of a cheque', () => {
  const charge_id = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0077';
  const assigned: OrderEvent = {
    type: 'ChequeAssigned',
    data: { order_id, waiter_id: 12, courier_id: null, table_id: 61, persons: 4, organization_id: 90 },
  };
  const whole = close(104_000) as Extract<ReturnType<typeof close>, { type: 'CloseCheque' }>;
  const [paid] = whole.payments;
  const owed = (charge: (typeof whole)['charge'], amount = 104_000) => ({
    ...whole,
    charge,
    payments: [
      { ...paid!, payment_category_id: 6, amount },
      { ...paid!, amount: 104_000 - amount },
    ],
  });
  const charge = { organization_id: 90, amount: 104_000, charge_id };

  test('debt of a cheque with an organization is closed with its charge, and with no other', () => {
    const history = [opened(), assigned];
    const cheque = closing(eventsOf(...history).when(owed(charge)));
    expect(cheque).toMatchObject({ charge_id, organization_id: 90 });
    expect(cheque.payments.map(({ debtor_employee_id }) => debtor_employee_id)).toEqual([null, null]);
    expect(debtOf(cheque)).toEqual({ organization_id: 90, amount: 104_000 });
    for (const wrong of [null, { ...charge, amount: 100_000 }, { ...charge, organization_id: 91 }]) {
      given(...history)
        .when(owed(wrong))
        .thenRefused('conflict', 'charge_outdated');
    }
    given(...history)
      .when({ ...whole, charge })
      .thenRefused('conflict', 'charge_outdated');
  });

  test('debt of a cheque is not closed with a charge that is being released', () => {
    const { brand_id, point_id } = cheque;
    const abandoned: OrderEvent = { type: 'ChargeAbandoned', data: { order_id, brand_id, point_id, charge_id } };
    const abandon = { type: 'AbandonCharge' as const, charge_id };
    given(opened(), assigned).when(abandon).then(abandoned);
    given(opened(), assigned, abandoned).when(abandon).thenNothing();
    given(opened(), assigned, abandoned).when(owed(charge)).thenRefused('conflict', 'charge_outdated');
    const closed = [opened(), assigned, ...eventsOf(opened(), assigned).when(owed(charge))];
    given(...closed)
      .when(abandon)
      .thenNothing();
    // Reopened, it must not be closed with the same charge again.
    const [reopened] = eventsOf(...closed).when({ type: 'ReopenCheque', reason: 'x' });
    expect(reopened).toMatchObject({ data: { organization_id: 90, charge_id } });
    given(...closed, reopened!)
      .when(abandon)
      .then(abandoned);
  });

  test('debt of a cheque without an organization names who owes it, and debt of an organization nobody', () => {
    const named = owed(null, 4_000);
    const by = (employee: number | null) => ({
      ...named,
      payments: named.payments.map((it) => ({ ...it, debtor_employee_id: employee })),
    });
    const cheque = closing(eventsOf(opened()).when(by(8)));
    // The other payment is no debt, so nobody owes it.
    expect(cheque.payments.map(({ debtor_employee_id }) => debtor_employee_id)).toEqual([8, null]);
    expect(debtOf(cheque)).toBeNull();
    const field = 'payments[0].employee_id';
    given(opened()).when(by(null)).thenRefused('invalid', 'debtor_required', { field });
    given(opened(), assigned).when(by(8)).thenRefused('invalid', 'debtor_is_organization', { field });
  });
});
