import { describe, expect, test } from 'vitest';
import { afterStep, nextStep, paidOnline, remainderOf, timingOf } from '../src/reading/order-facts.ts';
import type { Order } from '../src/reading/types.ts';
import { anOrder } from './order.ts';

describe('the next step of an order', () => {
  const walk = (order: Order): Order['status'][] => {
    const passed = [order.status];
    for (let next = nextStep(order); next; next = nextStep(order)) {
      order = afterStep(order, next);
      passed.push(order.status);
    }
    return passed;
  };

  test('leads a delivery over the courier to its payment', () => {
    expect(walk(anOrder({ status: 'AWAITING_CONFIRMATION', order_type_id: 3 }))).toEqual([
      ...['AWAITING_CONFIRMATION', 'CREATED', 'UNCONFIRMED_ORDER', 'COOKING', 'PACKED'],
      ...['TAKEN_BY_COURIER', 'DELIVERED', 'CLOSED'],
    ]);
  });

  test.each([1, 2])('leads type %i from the kitchen to its payment', (order_type_id) => {
    expect(walk(anOrder({ status: 'PREORDER', order_type_id }))).toEqual([
      ...['PREORDER', 'CREATED', 'UNCONFIRMED_ORDER', 'COOKING', 'PACKED', 'CLOSED'],
    ]);
  });

  test('is none while it waits for its payment, and when it is over', () => {
    for (const status of ['AWAITING_PAYMENT', 'CLOSED', 'DELETED'] as const) {
      expect(nextStep(anOrder({ status }))).toBeUndefined();
    }
  });
});

describe('how an order stands with its time', () => {
  const promised = anOrder({ promised_at: '2026-03-02 12:40:00' });

  test.each([
    ['2026-03-02 12:29:59', 10, 'soon'],
    ['2026-03-02 12:28:59', 11, 'calm'],
    ['2026-03-02 12:40:00', 0, 'soon'],
    ['2026-03-02 12:40:01', -1, 'late'],
    ['2026-03-02 13:52:00', -72, 'late'],
  ])('at %s it has %i minutes left and is %s', (clock, left, urgency) => {
    expect(timingOf(promised, clock)).toMatchObject({ left, urgency });
  });

  test('counts its age from when it was placed, never below zero', () => {
    expect(timingOf(anOrder(), '2026-03-02 12:34:59').age).toBe(34);
    expect(timingOf(anOrder(), '2026-03-02 11:59:00').age).toBe(0);
  });

  test('guests at a table were promised nothing, so they are never late', () => {
    expect(timingOf(anOrder({ order_type_id: 1 }), '2026-03-02 15:00:00')).toMatchObject({
      urgency: 'calm',
      left: undefined,
    });
  });

  test('a preorder that is still to be released is not soon due', () => {
    const preorder = anOrder({ status: 'PREORDER', scheduled_at: '2026-03-02 12:05:00' });
    expect(timingOf(preorder, '2026-03-02 12:00:00').urgency).toBe('calm');
  });

  test('what is delivered is late no more', () => {
    expect(timingOf({ ...promised, status: 'DELIVERED' }, '2026-03-02 14:00:00').urgency).toBe('calm');
  });
});

test('what is to be paid leaves out the deposit and what was paid online, except the part of it that goes back', () => {
  const payment = (amount: number, refund_due: number) => ({
    provider_payment_id: 'p',
    amount,
    refund_due,
    is_refund_due: refund_due > 0,
  });
  expect(remainderOf(anOrder())).toBe(50_000);
  expect(remainderOf(anOrder({ deposit: { amount: 20_000, payment_type_id: 1 } }))).toBe(30_000);
  expect(remainderOf(anOrder({ provider_payments: [payment(50_000, 0)] }))).toBe(0);
  expect(remainderOf(anOrder({ provider_payments: [payment(50_000, 50_000)] }))).toBe(50_000);
  // It got a discount after the payment: what is too much goes back.
  expect(paidOnline(anOrder({ provider_payments: [payment(60_000, 0)] }))).toBe(50_000);
  // It was closed after a discount, and opened again: a part of the payment is still the cheque's.
  const reopened = anOrder({ provider_payments: [payment(50_000, 5_000)] });
  expect([paidOnline(reopened), remainderOf(reopened)]).toEqual([45_000, 5_000]);
});
