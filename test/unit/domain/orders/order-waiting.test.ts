import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderCommand } from '../../../../src/domain/orders/commands.ts';
import type { OrderEvent } from '../../../../src/domain/orders/events.ts';
import { initialStatus, nextStatus, type OrderStatus } from '../../../../src/domain/orders/status.ts';
import { PAYMENT_CATEGORY } from '../../../../src/domain/references/lists.ts';
import { abandon, cancel, close, day, deleted, given, order, order_id, placed, printed } from './order-fixture.ts';

const due = { payment_due_at: '2026-03-01T09:30:00.000Z' };
const confirmation = { needs_confirmation: true };
const scheduled = { scheduled_at: '2026-03-01T15:00:00.000Z', release_at: '2026-03-01T14:30:00.000Z' };
const all = { ...due, ...confirmation, ...scheduled };

const pay = (provider_payment_id = 'P-1', amount = 114_000): OrderCommand => ({
  type: 'RegisterPayment',
  provider_payment_id,
  amount,
});
const paid = (status: OrderStatus, provider_payment_id = 'P-1', amount = 114_000): OrderEvent => ({
  type: 'PaymentRegistered',
  data: { order_id, provider_payment_id, amount, status },
});
const refund = (provider_payment_id = 'P-1', amount = 114_000): OrderEvent => ({
  type: 'RefundRequired',
  data: { order_id, provider_payment_id, amount },
});
const confirmed = (status: OrderStatus): OrderEvent => ({ type: 'OrderConfirmed', data: { order_id, status } });
const released: OrderEvent = { type: 'PreorderReleased', data: { order_id } };
const notYet = { was_with_till: false };
const deletedBySystem = deleted('system', {
  cancel_cause_id: null,
  cancel_cause_name: null,
  ...notYet,
  personal: { client_id: 5, comment: null },
});

describe('what an order waits for', () => {
  test('an order waits for its payment first, then the operator, then its time', () => {
    const waits = { ...order, ...all };
    expect(initialStatus(waits)).toBe('AWAITING_PAYMENT');
    expect(nextStatus(waits, 'AWAITING_PAYMENT')).toBe('AWAITING_CONFIRMATION');
    expect(nextStatus(waits, 'AWAITING_CONFIRMATION')).toBe('PREORDER');
    expect(nextStatus(waits, 'PREORDER')).toBe('CREATED');
  });

  test('an order waits for each thing once, and only for what applies', () => {
    const waits = fc.record({
      payment_due_at: fc.constantFrom(null, due.payment_due_at),
      needs_confirmation: fc.boolean(),
      release_at: fc.constantFrom(null, scheduled.release_at),
    });
    fc.assert(
      fc.property(waits, (given) => {
        const seen = [initialStatus(given)];
        while (seen.at(-1) !== 'CREATED') seen.push(nextStatus(given, seen.at(-1)));
        expect(seen).toEqual([
          ...(given.payment_due_at ? ['AWAITING_PAYMENT'] : []),
          ...(given.needs_confirmation ? ['AWAITING_CONFIRMATION'] : []),
          ...(given.release_at ? ['PREORDER'] : []),
          'CREATED',
        ]);
      }),
    );
  });
});

describe('an online payment', () => {
  test('an online payment leads to what the order waits for next', () => {
    given(placed('AWAITING_PAYMENT')).when(pay()).then(paid('CREATED'));
    given(placed('AWAITING_PAYMENT', confirmation)).when(pay()).then(paid('AWAITING_CONFIRMATION'));
    given(placed('AWAITING_PAYMENT', scheduled)).when(pay()).then(paid('PREORDER'));
  });

  test('an online payment prints the ticket of an order that confirms by itself, and not before', () => {
    given(placed('AWAITING_PAYMENT', { auto_confirm: true }))
      .when(pay())
      .then(paid('CREATED'), printed([1, 3]));
    given(placed('AWAITING_PAYMENT', { auto_confirm: true, ...confirmation }))
      .when(pay())
      .then(paid('AWAITING_CONFIRMATION'));
  });

  test('an online payment counts once, however often the provider tells of it', () => {
    given(placed('AWAITING_PAYMENT'), paid('CREATED')).when(pay()).thenNothing();
    given(placed('AWAITING_PAYMENT'), deletedBySystem, paid('DELETED'), refund()).when(pay()).thenNothing();
  });

  test.for([113_999, 114_001])(
    'a repeat of an online payment with another amount is refused, and says which came: %d',
    (amount) => {
      const details = { amount, registered: 114_000 };
      const late = [deletedBySystem, paid('DELETED'), refund()];
      for (const history of [[paid('CREATED')], [paid('CREATED'), paid('CREATED', 'P-2'), refund('P-2')], late]) {
        given(placed('AWAITING_PAYMENT'), ...history)
          .when(pay('P-1', amount))
          .thenRefused('conflict', 'provider_payment_differs', details);
      }
    },
  );

  test.for([113_999, 114_001])('an online payment of another amount is refused: %d', (amount) => {
    given(placed('AWAITING_PAYMENT'))
      .when(pay('P-1', amount))
      .thenRefused('conflict', 'payment_differs_from_total', { amount, total: 114_000 });
  });

  test('an online payment that comes too late is recorded and goes back, whatever its amount', () => {
    given(placed('AWAITING_PAYMENT'), deletedBySystem)
      .when(pay('P-2', 50_000))
      .then(paid('DELETED', 'P-2', 50_000), refund('P-2', 50_000));
  });

  test('an online payment of an order that is paid otherwise is refused, also when that is deleted', () => {
    given(placed('CREATED')).when(pay()).thenRefused('conflict', 'online_payment_not_expected');
    given(placed('CREATED'), deleted('partner')).when(pay()).thenRefused('conflict', 'online_payment_not_expected');
  });

  test('an online payment that comes a second time, by another payment, is recorded and goes back at once, and once', () => {
    given(placed('AWAITING_PAYMENT'), paid('CREATED')).when(pay('P-2')).then(paid('CREATED', 'P-2'), refund('P-2'));
    given(placed('AWAITING_PAYMENT'), paid('CREATED'), paid('CREATED', 'P-2'), refund('P-2'))
      .when(cancel)
      .then(deleted('partner'), refund());
  });

  test('an online payment goes back when the order is deleted after it', () => {
    given(placed('AWAITING_PAYMENT'), paid('CREATED')).when(cancel).then(deleted('partner'), refund());
  });

  test('an online payment goes back by as much as the closing takes otherwise, once, and the rest with the deletion', () => {
    const history = [placed('AWAITING_PAYMENT'), paid('CREATED')];
    const closedWith = (online: number): readonly OrderEvent[] => {
      const command = close();
      const [cash] = command.payments;
      const parts = [
        { ...cash!, amount: 114_000 - online },
        { ...cash!, amount: online, payment_category_id: PAYMENT_CATEGORY.online },
      ];
      const payments = parts.filter(({ amount }) => amount > 0);
      return given(...history)
        .when({ ...command, payments })
        .result().events;
    };
    const refunds = (events: readonly OrderEvent[]) => events.filter(({ type }) => type === 'RefundRequired');
    expect(refunds(closedWith(114_000))).toEqual([]);
    expect(refunds(closedWith(0))).toEqual([refund()]);
    expect(refunds(closedWith(110_000))).toEqual([refund('P-1', 4_000)]);
    const reopened = given(...history, ...closedWith(110_000)).when({ type: 'ReopenCheque', reason: 'Wrong' });
    const after = [...history, ...closedWith(110_000), ...reopened.result().events];
    expect(
      refunds(
        given(...after)
          .when(close())
          .result().events,
      ),
    ).toEqual([refund('P-1', 110_000)]);
    const deleting = { type: 'DeleteCheque', cancel_cause_id: null, cancel_cause_name: null, comment: null, ...day };
    expect(
      refunds(
        given(...after)
          .when(deleting as OrderCommand)
          .result().events,
      ),
    ).toEqual([refund('P-1', 110_000)]);
  });

  test('an online payment that fails deletes the order, and says why', () => {
    const failed: OrderEvent = {
      type: 'PaymentFailed',
      data: { order_id, personal: { client_id: order.personal.client_id, reason: 'card declined' } },
    };
    given(placed('AWAITING_PAYMENT'))
      .when({ type: 'FailPayment', reason: 'card declined', ...day })
      .then(failed, deletedBySystem);
  });

  test('an online payment that never comes deletes the order; one that came just before keeps it', () => {
    given(placed('AWAITING_PAYMENT'))
      .when({ type: 'ExpirePayment', ...day })
      .then(deletedBySystem);
    given(placed('AWAITING_PAYMENT'), paid('CREATED'))
      .when({ type: 'ExpirePayment', ...day })
      .thenNothing();
  });
});

describe("an operator's word", () => {
  test("an operator's word leads to the time of a preorder, else to the till", () => {
    given(placed('AWAITING_CONFIRMATION')).when({ type: 'ConfirmOrder' }).then(confirmed('CREATED'));
    given(placed('AWAITING_CONFIRMATION', scheduled)).when({ type: 'ConfirmOrder' }).then(confirmed('PREORDER'));
    given(placed('AWAITING_CONFIRMATION', { auto_confirm: true }))
      .when({ type: 'ConfirmOrder' })
      .then(confirmed('CREATED'), printed([1, 3]));
  });
});

describe('a preorder', () => {
  test('a preorder is printed when it is released, and not before', () => {
    const terms = { ...scheduled, status: 'PREORDER' as const, auto_confirm: true };
    const data = { ...order, ...terms };
    given().when({ type: 'PlaceOrder', order: data }).then({ type: 'OrderPlaced', data });
    given(placed('PREORDER', { auto_confirm: true }))
      .when({ type: 'ReleasePreorder' })
      .then(released, printed([1, 3]));
  });

  test('a preorder that has run out is for an operator, and then goes straight to the till', () => {
    const short: OrderEvent = { type: 'PreorderFoundShort', data: { order_id, product_ids: [11] } };
    given(placed('PREORDER'))
      .when({ type: 'FlagShortage', product_ids: [11] })
      .then(short);
    given(placed('PREORDER'), short).when({ type: 'ConfirmOrder' }).then(confirmed('CREATED'));
  });
});

describe('an order whose units were given back before it was placed', () => {
  const [first, second] = ['5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0011', '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0012'];
  const abandoned: OrderEvent = {
    type: 'OrderAbandoned',
    data: { order_id, brand_id: order.brand_id, point_id: order.point_id, hold_id: first },
  };

  test('an order whose units were given back before it was placed is not placed on them, but may be on others', () => {
    given().when(abandon(first)).then(abandoned);
    given(abandoned).when(abandon(first)).thenNothing();
    given(abandoned)
      .when({ type: 'PlaceOrder', order: { ...order, hold_id: first } })
      .thenRefused('conflict', 'order_hold_abandoned');
    const data = { ...order, hold_id: second };
    given(abandoned).when({ type: 'PlaceOrder', order: data }).then({ type: 'OrderPlaced', data });
  });

  test('an order whose units were given back before it was placed cannot be abandoned once it is placed', () => {
    given(placed('CREATED', { hold_id: first }))
      .when(abandon(first))
      .thenNothing();
  });

  test('an order whose units were given back before it was placed says what it held when it ends', () => {
    const events = given(placed('CREATED', { hold_id: first }))
      .when(cancel)
      .result().events;
    expect(events[0]).toMatchObject({ type: 'OrderDeleted', data: { hold_ids: [first] } });
  });
});
