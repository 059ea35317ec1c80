import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../../../../src/domain/money.ts';
import type { CloseCheque, OrderCommand, ReturnGoods } from '../../../../src/domain/orders/commands.ts';
import { orderDecider } from '../../../../src/domain/orders/decide.ts';
import type { ChequePayment, GoodsReturned, OrderEvent } from '../../../../src/domain/orders/events.ts';
import { type Order, placedOrder } from '../../../../src/domain/orders/state.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { effort } from '../../../support/effort.ts';
import { close, giveBack, given, opened, order, paidBy, payment } from './order-fixture.ts';

type Way = keyof typeof paidBy;
const charge_id = '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0009';

const part = (way: Way, amount: number, terms: Partial<ChequePayment> = {}): ChequePayment => ({
  ...payment,
  ...paidBy[way],
  amount,
  tendered: null,
  ...terms,
});

/** A cheque of one dish, 100 at 1 each: paid so, by guests of an organization or not. */
const sold = (payments: readonly ChequePayment[], organization_id: number | null = null): OrderEvent[] => {
  const total = sum(payments, ({ amount }) => amount);
  const dish = { ...order.lines[0]!, quantity: total, price: 1, total, modifiers: [] };
  const terms = { waiter_id: 12, lines: [dish], items_amount: total, total_amount: total };
  const assigned = { waiter_id: 12, courier_id: null, table_id: 61, persons: 4, organization_id };
  const history: OrderEvent[] = [
    opened(terms),
    { type: 'ChequeAssigned', data: { order_id: order.order_id, ...assigned } },
  ];
  return [
    ...history,
    ...given(...history)
      .when(closing(payments, organization_id))
      .result().events,
  ];
};

const closing = (payments: readonly ChequePayment[], organization_id: number | null): OrderCommand => {
  const amount = sum(payments, (it) => (it.payment_category_id === 6 ? it.amount : 0));
  const charge = organization_id === null || amount === 0 ? null : { charge_id, organization_id, amount };
  const owed = payments.map((it) => {
    const isOwn = it.payment_category_id === 6 && organization_id === null;
    return { ...it, debtor_employee_id: isOwn ? 12 : null };
  });
  return { ...(close() as CloseCheque), payments: owed, charge };
};

const back = (quantity: number, terms: Partial<ReturnGoods> = {}, ordinal = 1): OrderCommand =>
  giveBack([{ line_id: 1, quantity }], { ordinal, return_id: 70 + ordinal, document_number: ordinal, ...terms });

/** What the returns give back: their amounts, their money by payment type, and the debts that they lower. */
const givenBack = (history: readonly OrderEvent[], ...returns: Partial<ReturnGoods & { units: number }>[]) => {
  let events = history;
  return returns.map(({ units = 0, ...terms }, index) => {
    const made = given(...events)
      .when(back(units, terms, index + 1))
      .result().events;
    events = [...events, ...made];
    const { refunded_amount, debt_amount, refunds, debts } = made[0]!.data as GoodsReturned;
    const money = Object.fromEntries(refunds.map((it) => [it.payment_type_name, it.amount]));
    return { refunded_amount, debt_amount, money, debts };
  });
};

const refused = (history: readonly OrderEvent[], command: OrderCommand) => {
  try {
    orderDecider.decide(given(...history).state(), command);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, details: { ...error.params, ...error.more.details } };
    throw error;
  }
  return null;
};

describe('what a return gives back', () => {
  test('goods on account lower the debt of the organization, and no money goes out', () => {
    const history = sold([part('debt', 60)], 7);
    const [all] = givenBack(history, { units: 60 });
    expect(all).toEqual({ refunded_amount: 0, debt_amount: 60, money: {}, debts: [{ employee_id: null, amount: 60 }] });
    expect(refused(history, back(60, { refunded_amount: 60 }))).toEqual({
      code: 'refund_exceeds_payments',
      details: { asked: 60, left: { debt: 60, online: 0, card: 0, cash: 0 } },
    });
  });

  test('goods on account lower the debt of the employee who owes for them', () => {
    const [all] = givenBack(sold([part('debt', 60)]), { units: 60 });
    expect(all).toMatchObject({ debt_amount: 60, debts: [{ employee_id: 12, amount: 60 }] });
  });

  test('points never become money, whatever the payment type', () => {
    const loyalty = { customer_id: 'G-1', hold_id: 'H-1', operation_id: charge_id };
    const [all] = givenBack(sold([part('points', 70), part('cash', 30)]), { units: 100 });
    expect(all).toMatchObject({ refunded_amount: 30, debt_amount: 0, money: { Cash: 30 } });
    for (const points of [part('points', 60), part('card', 60)]) {
      const history = sold([points]);
      const closed = history.at(-1) as Extract<OrderEvent, { type: 'ChequeClosed' }>;
      const held = { ...closed, data: { ...closed.data, payments: [{ ...points, loyalty }] } };
      const now = [...history.slice(0, -1), held];
      expect(givenBack(now, { units: 60 })).toMatchObject([{ refunded_amount: 0, debt_amount: 0, money: {} }]);
      for (const way of ['cash', 'card', 'points'] as const) {
        expect(refused(now, back(60, { ...paidBy[way], refunded_amount: 1 }))?.code).toBe('refund_exceeds_payments');
      }
    }
  });

  test('without amounts, debt goes back first, then money as it was paid: online, card, cash', () => {
    const paid = [part('cash', 20), part('points', 10), part('card', 30), part('debt', 25), part('online', 15)];
    const [first, second, third, ...last] = givenBack(
      sold(paid, 7),
      ...[{ units: 30 }, { units: 35 }, { units: 25 }, { units: 5 }, { units: 5 }],
    );
    expect(first).toMatchObject({ refunded_amount: 5, debt_amount: 25, money: { Online: 5 } });
    expect(second).toMatchObject({ refunded_amount: 35, debt_amount: 0, money: { Online: 10, Card: 25 } });
    expect(third).toMatchObject({ refunded_amount: 25, money: { Card: 5, Cash: 20 } });
    // Points are left alone.
    expect(last.map(({ refunded_amount, debt_amount }) => [refunded_amount, debt_amount])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('amounts that are named go back so, as far as that category was paid', () => {
    const history = sold([part('cash', 40), part('card', 60)]);
    const [cash, rest] = givenBack(history, { units: 40, refunded_amount: 40 }, { units: 60 });
    expect([cash!.money, rest!.money]).toEqual([{ Cash: 40 }, { Card: 60 }]);
    const first = given(...history)
      .when(back(40, { refunded_amount: 30 }))
      .result().events;
    const left = { debt: 0, online: 0, card: 60, cash: 10 };
    const more = back(60, { refunded_amount: 11 }, 2);
    const found = { code: 'refund_exceeds_payments', details: { asked: 11, left } };
    expect(refused([...history, ...first], more)).toEqual(found);
    expect(refused([...history, ...first], back(60, { debt_amount: 1 }, 2))).toMatchObject({
      details: { asked: 1, left },
    });
  });

  test('what goes back by another payment type of the category counts for the category', () => {
    const uzcard = { payment_type_id: 23, payment_type_name: 'Uzcard', payment_category_id: 2 };
    const history = sold([part('card', 50), part('card', 50, uzcard)]);
    const [first, second] = givenBack(history, { units: 80, ...uzcard, refunded_amount: 80 }, { units: 20 });
    expect([first!.money, second!.money]).toEqual([{ Uzcard: 80 }, { Card: 20 }]);
  });

  test('without amounts, of two types of one category the named one goes back first, and no other order changes', () => {
    const uzcard = { payment_type_id: 23, payment_type_name: 'Uzcard', payment_category_id: 2 };
    const history = sold([part('cash', 10), part('card', 40), part('card', 30, uzcard), part('online', 5)]);
    const [first, second] = givenBack(history, { units: 45, ...uzcard }, { units: 40, ...paidBy.cash });
    expect([first!.money, second!.money]).toEqual([
      { Online: 5, Uzcard: 30, Card: 10 },
      { Card: 30, Cash: 10 },
    ]);
  });

  test('a payment type of debt gives back debt', () => {
    const [first] = givenBack(sold([part('debt', 60), part('cash', 40)], 7), {
      units: 70,
      ...paidBy.debt,
      refunded_amount: 50,
    });
    expect(first).toMatchObject({ refunded_amount: 0, debt_amount: 50, money: {} });
  });
});

const WAYS = ['cash', 'card', 'points', 'online', 'debt'] as const;
const amount = fc.integer({ min: 1, max: 60 });
const paidSo = fc.array(fc.record({ way: fc.constantFrom(...WAYS), amount }), {
  minLength: 1,
  maxLength: 5,
});
const tenths = fc.integer({ min: 0, max: 7 });
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ what: fc.constant('close' as const), paid: paidSo }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reopen' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('return' as const),
      way: fc.constantFrom(...WAYS),
      units: fc.integer({ min: 1, max: 40 }),
      /** In tenths of the units, which cost 1 each. */
      refunded: fc.option(tenths, { nil: undefined, freq: 2 }),
      debt: fc.option(tenths, { nil: undefined, freq: 2 }),
    }),
  },
);

interface Paid {
  readonly way: Way;
  readonly amount: number;
}

interface Step {
  readonly what: 'close' | 'reopen' | 'return';
  readonly way?: Way;
  readonly units?: number;
  readonly refunded?: number | undefined;
  readonly debt?: number | undefined;
  readonly paid?: readonly Paid[];
}

test('whatever is closed, opened again and returned, no category gives back more than was paid in it', () => {
  const reached = { money: 0, debt: 0, refused: 0, several: 0 };
  const run = (organization: boolean, first: Paid[], steps: readonly Step[]): void => {
    const organization_id = organization ? 7 : null;
    let history = sold(
      first.map((it) => part(it.way, it.amount)),
      organization_id,
    );
    for (const { what, way = 'cash', units = 1, paid, refunded, debt } of steps) {
      const now = placedOrder(given(...history).state())!;
      const asked = {
        refunded_amount: refunded === undefined ? undefined : Math.floor((units * refunded) / 10),
        debt_amount: debt === undefined ? undefined : Math.floor((units * debt) / 10),
      };
      // The payments of another closing cover the same total.
      let due = now.total_amount;
      const again = (paid ?? []).map((it, index, all) => {
        const own = index === all.length - 1 ? due : Math.min(due, it.amount);
        due -= own;
        return part(it.way, own);
      });
      const ordinal = now.returns.length + 1;
      const commands: Record<string, OrderCommand> = {
        close: closing(again, organization_id),
        reopen: { type: 'ReopenCheque', reason: 'again' },
        return: back(units, { ...paidBy[way], ...asked }, ordinal),
      };
      try {
        history = [...history, ...orderDecider.decide(now, commands[what]!)];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === 'refund_exceeds_payments') reached.refused += 1;
      }
      check(placedOrder(given(...history).state())!);
    }
  };
  const check = ({ cheque, returns, total_amount }: Order): void => {
    expect(cheque === null && returns.length > 0).toBe(false);
    if (!cheque) return;
    const refunds = returns.flatMap((it) => it.refunds);
    for (const way of WAYS) {
      const { payment_category_id: category } = paidBy[way];
      const paid = sum(cheque.payments, (it) => (it.payment_category_id === category ? it.amount : 0));
      const money = sum(refunds, (it) => (it.payment_category_id === category ? it.amount : 0));
      const debt = way === 'debt' ? sum(returns, (it) => it.debt_amount) : 0;
      expect(money + debt).toBeLessThanOrEqual(way === 'points' ? 0 : paid);
      if (way === 'debt') expect(money).toBe(0);
    }
    for (const it of returns) {
      expect(sum(it.refunds, (refund) => refund.amount)).toBe(it.refunded_amount);
      expect(sum(it.debts, (debt) => debt.amount)).toBe(it.debt_amount);
      expect(it.refunded_amount + it.debt_amount).toBeLessThanOrEqual(it.total_amount);
      for (const { amount } of [...it.refunds, ...it.debts]) expect(amount).toBeGreaterThan(0);
    }
    expect(sum(returns, (it) => it.refunded_amount + it.debt_amount)).toBeLessThanOrEqual(total_amount);
    reached.money += refunds.length;
    reached.debt += sum(returns, (it) => it.debt_amount);
    if (returns.length > 1) reached.several += 1;
  };
  fc.assert(fc.property(fc.boolean(), paidSo, fc.array(step, { maxLength: 8, size: 'max' }), run), {
    numRuns: effort({ short: 150, long: 1_000 }),
  });
  for (const [what, times] of Object.entries(reached)) expect(times, what).toBeGreaterThan(10);
});
