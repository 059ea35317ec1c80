import { describe, expect, test } from 'vitest';
import { accepted, cancel, close, deleted, given, order, order_id, placed, printed } from './order-fixture.ts';

describe('placing', () => {
  test('placing an order records it, and prints nothing before the till confirms', () => {
    given().when({ type: 'PlaceOrder', order }).then(placed());
  });

  test('placing an order prints at once when the key confirms by itself', () => {
    const confirming = { ...order, auto_confirm: true };
    given()
      .when({ type: 'PlaceOrder', order: confirming })
      .then({ type: 'OrderPlaced', data: confirming }, printed([1, 3]));
  });

  test('placing an order a second time is no second order', () => {
    given(placed()).when({ type: 'PlaceOrder', order }).thenNothing();
  });

  test('every command but placing needs an order', () => {
    given().when({ type: 'AcceptOrder' }).thenRefused('not_found', 'order_not_found');
  });
});

describe('kitchen', () => {
  test('accepting an order prints what the kitchen does not have yet', () => {
    given(placed())
      .when({ type: 'AcceptOrder' })
      .then(accepted, printed([1, 3]));
    given(placed(), printed([1]))
      .when({ type: 'AcceptOrder' })
      .then(accepted, printed([3], 2));
    given(placed(), printed([1, 3]))
      .when({ type: 'AcceptOrder' })
      .then(accepted);
  });

  test('each line prints once in the kitchen, however often and in whatever pieces it is sent', () => {
    given(placed())
      .when({ type: 'SendToKitchen', line_ids: [3, 3] })
      .then(printed([3]));
    given(placed(), printed([3]))
      .when({ type: 'SendToKitchen' })
      .then(printed([1], 2));
    given(placed(), printed([3]))
      .when({ type: 'SendToKitchen', line_ids: [3] })
      .thenNothing();
  });

  test('a modifier is no separate line in the kitchen', () => {
    given(placed())
      .when({ type: 'SendToKitchen', line_ids: [2] })
      .thenRefused('invalid', 'line_not_found', { line_id: 2 });
  });

  test('a cancellation slip follows only a ticket', () => {
    given(placed()).when(cancel).then(deleted('partner'));
    given(placed(), printed([1]))
      .when(cancel)
      .then(deleted('partner', { was_printed: true }), {
        type: 'KitchenCancellationPrinted',
        data: {
          order_id,
          line_ids: [1],
          items: [
            { line_id: 1, parent_line_id: null, product_id: 11, name: 'Plov', quantity: 2 },
            { line_id: 2, parent_line_id: 1, product_id: 12, name: 'Garlic', quantity: 2 },
          ],
        },
      });
  });
});

describe('closing', () => {
  test('closing a cheque records the cheque whole, each modifier a line of its own', () => {
    const { events, state } = given(placed(), accepted).when(close()).result();
    expect(state?.status).toBe('CLOSED');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'ChequeClosed',
      data: {
        cheque_number: 4,
        goods_amount: 104_000,
        delivery_amount: 10_000,
        total_amount: 114_000,
        client_id: 5,
        lines: [
          { line_id: 1, parent_line_id: null, amount: 90_000, net_amount: 90_000, cost: 20_000, category_id: 3 },
          { line_id: 2, parent_line_id: 1, amount: 6_000, cost: null },
          { line_id: 3, parent_line_id: null, amount: 8_000 },
        ],
      },
    });
  });

  test('payments of a closing must equal the total', () => {
    const params = { paid: 113_999, total: 114_000 };
    given(placed()).when(close(113_999)).thenRefused('conflict', 'payments_differ_from_total', params);
  });
});
