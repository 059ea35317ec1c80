import { describe, expect, test } from 'vitest';
import type { OrderCommand } from '../../../../src/domain/orders/commands.ts';
import { orderDecider } from '../../../../src/domain/orders/decide.ts';
import type { OrderEvent } from '../../../../src/domain/orders/events.ts';
import { nextOrdinal } from '../../../../src/domain/orders/loyalty.ts';
import { requirePlaced } from '../../../../src/domain/orders/state.ts';
import { close, deleteCheque, given, order, order_id } from './order-fixture.ts';

const A = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f00aa';
const B = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f00bb';
const placed: OrderEvent = { type: 'OrderPlaced', data: order };
const request = (operation_id: string, amount: number, ordinal = 1): OrderCommand => ({
  type: 'RequestLoyaltyHold',
  operation_id,
  ordinal,
  customer_id: 'L-1',
  amount,
});
const requested = (operation_id: string, amount: number, ordinal = 1): OrderEvent => ({
  type: 'LoyaltyHoldRequested',
  data: { order_id, operation_id, ordinal, customer_id: 'L-1', amount },
});
const givenUp = (operation_id: string, hold_id: string | null = null): OrderEvent => ({
  type: 'LoyaltyHoldGivenUp',
  data: { order_id, operation_id, hold_id },
});
const giveUp = (operation_id: string | null, hold_id: string | null = null): OrderCommand => ({
  type: 'GiveUpLoyaltyHold',
  operation_id,
  hold_id,
});

/** A closing with so much in points that are held. */
const closing = (operation_id: string, amount: number): OrderCommand => {
  const command = close() as Extract<OrderCommand, { type: 'CloseCheque' }>;
  const [first] = command.payments;
  const inPoints = { ...first!, amount, loyalty: { customer_id: 'L-1', hold_id: 'H', operation_id } };
  return { ...command, payments: [inPoints, { ...first!, amount: first!.amount - amount }] };
};
const run = (events: readonly OrderEvent[], ...commands: readonly OrderCommand[]): OrderEvent[] => {
  let all = [...events];
  for (const command of commands) {
    const state = all.reduce(orderDecider.evolve, orderDecider.initial);
    all = [...all, ...orderDecider.decide(state, command)];
  }
  return all;
};
const types = (events: readonly OrderEvent[]): string[] => events.map(({ type }) => type);
const loyaltyOf = (events: readonly OrderEvent[]) => {
  const order = requirePlaced(events.reduce(orderDecider.evolve, orderDecider.initial));
  return { ...order.loyalty, next: nextOrdinal(order) };
};

describe('a hold', () => {
  test('a hold is noted once, however often it is asked for', () => {
    given(placed).when(request(A, 100)).then(requested(A, 100));
    given(placed, requested(A, 100)).when(request(A, 100)).thenNothing();
  });

  test('another hold gives up the one before', () => {
    given(placed, requested(A, 100))
      .when(request(B, 200, 2))
      .then(givenUp(A), requested(B, 200, 2));
  });

  test('a hold with an ordinal of the past is not asked for', () => {
    const events = [placed, requested(A, 100), givenUp(A)];
    expect(loyaltyOf(events)).toMatchObject({ hold: null, next: 2 });
    expect(() => run(events, request(B, 100))).toThrow(expect.objectContaining({ code: 'loyalty_did_not_answer' }));
  });

  test('only what is held is given up', () => {
    given(placed, requested(A, 100)).when(giveUp(B)).thenNothing();
    given(placed, requested(A, 100)).when(giveUp(A, 'H')).then(givenUp(A, 'H'));
    given(placed, requested(A, 100)).when(giveUp(null)).then(givenUp(A));
    given(placed).when(giveUp(null)).thenNothing();
  });

  test('the end of the order gives it up', () => {
    expect(types(run([placed, requested(A, 100)], deleteCheque))).toContain('LoyaltyHoldGivenUp');
  });
});

describe('a closing', () => {
  test('a closing uses the hold, and gives up none', () => {
    const events = run([placed, requested(A, 100)], closing(A, 100));
    expect(types(events)).toEqual(['OrderPlaced', 'LoyaltyHoldRequested', 'ChequeClosed']);
    expect(loyaltyOf(events)).toMatchObject({ hold: null, closings: 1, next: 2 });
    expect(run(events, giveUp(A))).toEqual(events);
  });

  test('a closing without the hold gives it up', () => {
    const events = run([placed, requested(A, 100)], close());
    expect(types(events).slice(2)).toEqual(['LoyaltyHoldGivenUp', 'ChequeClosed']);
  });

  test('a closing with a hold that was given up meanwhile, or of another sum, is refused', () => {
    const code = expect.objectContaining({ code: 'loyalty_did_not_answer' });
    expect(() => run([placed, requested(A, 100), givenUp(A)], closing(A, 100))).toThrow(code);
    expect(() => run([placed, requested(A, 100)], closing(A, 90))).toThrow(code);
    expect(() => run([placed, requested(A, 100)], closing(B, 100))).toThrow(code);
  });
});

describe('a cheque that is opened again', () => {
  const reopen: OrderCommand = { type: 'ReopenCheque', reason: 'Wrong' };
  const reopened = () => run([placed, requested(A, 100)], closing(A, 100), reopen);

  test('the next closing may use its hold', () => {
    expect(loyaltyOf(reopened()).undone).toEqual({ operation_id: A, hold_id: 'H', customer_id: 'L-1', amount: 100 });
    const events = run(reopened(), closing(A, 100));
    expect(types(events).slice(-1)).toEqual(['ChequeClosed']);
    expect(types(events)).not.toContain('LoyaltyHoldGivenUp');
    expect(loyaltyOf(events).closings).toBe(2);
  });

  test('another hold, another payment, and the end give it up, with what the service called it', () => {
    const last = (...commands: OrderCommand[]) =>
      run(reopened(), ...commands).filter((it) => it.type === 'LoyaltyHoldGivenUp');
    for (const command of [request(B, 200, 2), close(), deleteCheque, giveUp(A), giveUp(null)]) {
      expect(last(command), command.type).toEqual([givenUp(A, 'H')]);
    }
  });
});
