import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../../../src/domain/money.ts';
import type { OrderCommand } from '../../../../src/domain/orders/commands.ts';
import { orderDecider } from '../../../../src/domain/orders/decide.ts';
import type { ChequePayment, GoodsReturned } from '../../../../src/domain/orders/events.ts';
import { type Order, type OrderState, placedOrder, UNPLACED } from '../../../../src/domain/orders/state.ts';
import { PAYMENT_CATEGORY } from '../../../../src/domain/references/lists.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { effort } from '../../../support/effort.ts';
import { cancel, close, day, deleteCheque, giveBack, order, paidBy, payment, plov, tea } from './order-fixture.ts';

/** What a till, a guest and a payment provider might do: what fits is known only when its turn comes. */
type Move = (order: Order) => OrderCommand;

const online: ChequePayment = { ...payment, ...paidBy.online };
const always =
  (command: OrderCommand): Move =>
  () =>
    command;

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(0, 0, 0, 0, 1_000)).map(
      ([provider_payment_id, off]): Move =>
        ({ total_amount }) => ({ type: 'RegisterPayment', provider_payment_id, amount: total_amount + off }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0, 0.4, 1).map(
      (share): Move =>
        ({ total_amount: total }) => {
          const part = Math.floor(total * share);
          const payments = [
            { ...online, amount: part },
            { ...payment, amount: total - part },
          ];
          return { ...close(total), payments: payments.filter(({ amount }) => amount > 0) };
        },
    ),
  },
  { weight: 2, arbitrary: fc.nat(60_000).map((discount) => always({ type: 'AdjustCheque', discount })) },
  {
    weight: 1,
    arbitrary: fc.constant(
      always({ type: 'AddItems', items: [{ ...tea, comment: null, modifiers: [] }], hold_id: null }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(1, 3), fc.constantFrom('cash', 'online')).map(
      ([line_id, by]): Move =>
        ({ returns }) =>
          giveBack([{ line_id, quantity: 1 }], {
            ordinal: returns.length + 1,
            return_id: returns.length + 1,
            ...paidBy[by],
          }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<OrderCommand>(
        { type: 'ConfirmOrder' },
        { type: 'AcceptOrder' },
        { type: 'ReopenCheque', reason: 'a mistake' },
      )
      .map(always),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<OrderCommand>(...[cancel, deleteCheque, { type: 'ExpirePayment', ...day } as const], {
        type: 'FailPayment',
        reason: 'no money',
        ...day,
      })
      .map(always),
  },
);

const placed: OrderCommand = {
  type: 'PlaceOrder',
  order: {
    ...order,
    status: 'AWAITING_PAYMENT',
    payment_due_at: '2026-03-01T09:30:00.000Z',
    lines: [{ ...plov, modifiers: [] }],
    items_amount: plov.total,
    total_amount: plov.total + order.delivery!.price,
  },
};

const onlineOf = (parts: readonly (ChequePayment | GoodsReturned['refunds'][number])[]): number =>
  parts.reduce((all, part) => (part.payment_category_id === PAYMENT_CATEGORY.online ? all + part.amount : all), 0);

/** What the order may keep after a command, of what it kept before. */
const keptAfter = (kept: number, before: Order, after: Order, command: OrderCommand): number => {
  if (after.status === 'DELETED') return 0;
  switch (command.type) {
    case 'RegisterPayment':
      return before.status === 'AWAITING_PAYMENT' ? kept + command.amount : kept;
    case 'CloseCheque':
      return Math.min(kept, onlineOf(command.payments));
    case 'ReturnGoods':
      return Math.max(0, kept - onlineOf(after.returns.at(-1)!.refunds));
    default:
      return kept;
  }
};

test('what a guest paid online is the order’s or has to be given back, once, whatever happens to the order', () => {
  const types = [
    'PaymentRegistered',
    'RefundRequired',
    'ChequeClosed',
    'ChequeReopened',
    'GoodsReturned',
    'OrderDeleted',
  ];
  const reached = new Map(types.map((type) => [type, 0]));
  fc.assert(
    fc.property(fc.array(move, { maxLength: 25, size: 'max' }), (moves) => {
      let state: OrderState = UNPLACED;
      let [kept, came, asked] = [0, 0, 0];
      for (const next of [always(placed), ...moves]) {
        const before = placedOrder(state);
        const command = next(before as Order);
        try {
          for (const event of orderDecider.decide(state, command)) {
            state = orderDecider.evolve(state, event);
            reached.set(event.type, (reached.get(event.type) ?? 0) + 1);
            if (event.type === 'PaymentRegistered') came += event.data.amount;
            if (event.type === 'RefundRequired') asked += event.data.amount;
          }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          continue;
        }
        const after = placedOrder(state)!;
        if (before) kept = keptAfter(kept, before, after, command);
        expect(came - asked, JSON.stringify(command)).toBe(kept);
        for (const { amount, refund_due } of after.provider_payments) {
          expect(refund_due).toBeGreaterThanOrEqual(0);
          expect(refund_due).toBeLessThanOrEqual(amount);
        }
        expect(sum(after.provider_payments, ({ refund_due }) => refund_due)).toBe(asked);
      }
    }),
    { numRuns: effort({ short: 400, long: 5_000 }) },
  );
  // The moves are worth something only if they get there. The rarest gets there some 67 times, give or take nine.
  for (const type of types) expect(reached.get(type), type).toBeGreaterThan(20);
});
