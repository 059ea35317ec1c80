import { describe, expect, test } from 'vitest';
import type { GoodsReturned, OrderEvent } from '../../../../src/domain/orders/events.ts';
import { close, giveBack, given, order, order_id, paidBy, placed, plov } from './order-fixture.ts';

const when = (history: readonly OrderEvent[], command: Parameters<ReturnType<typeof given>['when']>[0]) =>
  given(...history)
    .when(command)
    .result().events;
const discounted = [placed(), ...when([placed()], { type: 'AdjustCheque', discount: 10_001, service_amount: 5_000 })];
const closed = [...discounted, ...when(discounted, close(108_999))];
const returned = (events: readonly OrderEvent[]): GoodsReturned => events[0]!.data as GoodsReturned;

describe('a return', () => {
  test('a return carries everything, at what the guest had paid', () => {
    given(...closed)
      .when(giveBack([{ line_id: 1, quantity: 1 }]))
      .then({
        type: 'GoodsReturned',
        data: {
          return_id: 71,
          order_id,
          point_id: order.point_id,
          shift_id: 31,
          document_number: 1,
          returned_at: '2026-03-02T08:00:00.000Z',
          business_date: '2026-03-02',
          timezone: 'Asia/Tashkent',
          order_type_id: 3,
          source_id: 0,
          waiter_id: null,
          client_id: 5,
          organization_id: null,
          payment_type_id: 21,
          payment_type_name: 'Cash',
          payment_category_id: 1,
          goods_amount: 40_673,
          service_amount: 0,
          delivery_amount: 0,
          total_amount: 40_673,
          refunded_amount: 40_673,
          debt_amount: 0,
          debts: [],
          refunds: [{ ...paidBy.cash, amount: 40_673 }],
          lines: [
            {
              line_id: 1,
              product_id: 11,
              product_name: 'Plov',
              category_id: 3,
              quantity: 1,
              price: 45_000,
              is_modifier: false,
              amount: 40_673,
              cost: 20_000,
              returned_quantity: 1,
            },
          ],
        },
      });
  });

  test('a return of everything in pieces is worth the line, to the last unit', () => {
    const first = when(closed, giveBack([{ line_id: 1, quantity: 1 }]));
    const second = when(
      [...closed, ...first],
      giveBack([{ line_id: 1, quantity: 1 }], { return_id: 72, ordinal: 2, document_number: 2 }),
    );
    expect(returned(first).total_amount + returned(second).total_amount).toBe(81_345);
    expect(returned(second).lines[0]).toMatchObject({ amount: 40_672, returned_quantity: 2 });
  });

  test('a return is never of more than was sold, over all returns and over entries of one line', () => {
    const first = when(closed, giveBack([{ line_id: 1, quantity: 1 }]));
    const params = { line_id: 1, quantity: 2, left: 1 };
    given(...closed, ...first)
      .when(giveBack([{ line_id: 1, quantity: 2 }], { ordinal: 2 }))
      .thenRefused('conflict', 'return_exceeds_sold', params);
    given(...closed)
      .when(
        giveBack([
          { line_id: 3, quantity: 1 },
          { line_id: 3, quantity: 1 },
        ]),
      )
      .thenRefused('conflict', 'return_exceeds_sold', { line_id: 3, quantity: 2, left: 1 });
    given(...closed)
      .when(giveBack([{ line_id: 9, quantity: 1 }]))
      .thenRefused('invalid', 'line_not_found', { line_id: 9 });
  });

  test('a return may be of a modifier alone, and of parts of what can be divided', () => {
    expect(returned(when(closed, giveBack([{ line_id: 2, quantity: 2 }]))).lines).toMatchObject([
      { product_name: 'Garlic', amount: 5_423 },
    ]);
    const half = [{ line_id: 1, quantity: 0.5 }];
    given(...closed)
      .when(giveBack(half))
      .thenRefused('invalid', 'quantity_not_divisible', { field: 'lines', name: 'Plov' });
    const divisible = when(closed, giveBack(half, { divisible_product_ids: [plov.product_id] }));
    expect(returned(divisible).lines).toMatchObject([{ quantity: 0.5, amount: 20_336 }]);
  });

  test('a return takes service and delivery back as far as they were paid', () => {
    const both = giveBack([{ line_id: 3, quantity: 1 }], { service_amount: 5_000, delivery_amount: 10_000 });
    const first = when(closed, both);
    expect(returned(first)).toMatchObject({ goods_amount: 7_231, total_amount: 22_231, refunded_amount: 22_231 });
    given(...closed, ...first)
      .when(giveBack([{ line_id: 1, quantity: 1 }], { ordinal: 2, delivery_amount: 1 }))
      .thenRefused('conflict', 'return_exceeds_paid', { field: 'delivery_amount', left: 0 });
  });

  test('a return refunds no more than it is worth, and less if the venue says so', () => {
    const tea = [{ line_id: 3, quantity: 1 }];
    given(...closed)
      .when(giveBack(tea, { refunded_amount: 7_232 }))
      .thenRefused('conflict', 'refund_exceeds_return', { refunded: 7_232, total: 7_231 });
    given(...closed)
      .when(giveBack(tea, { debt_amount: 7_232 }))
      .thenRefused('conflict', 'refund_exceeds_return', { refunded: 7_232, total: 7_231 });
    expect(returned(when(closed, giveBack(tea, { refunded_amount: 0 })))).toMatchObject({ refunded_amount: 0 });
  });

  test('a return has a number that belongs to no other', () => {
    given(...closed)
      .when(giveBack([{ line_id: 3, quantity: 1 }], { ordinal: 2 }))
      .thenRefused('conflict', 'return_number_taken');
  });

  test('a return leaves the cheque as it is', () => {
    const { state } = given(...closed)
      .when(giveBack([{ line_id: 1, quantity: 2 }]))
      .result();
    const before = given(...closed).state();
    expect({ ...state, returns: [] }).toEqual(before);
  });
});
