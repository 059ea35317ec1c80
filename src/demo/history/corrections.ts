import { fillCart } from './cart.ts';
import { tellOfCheque } from './cheque-tale.ts';
import type { Dice } from './random.ts';
import { beginTale, type PaidCheque, type Story, type TaleOptions } from './tale.ts';
import type { HistoryPoint } from './venue.ts';

export interface CorrectionsOptions extends TaleOptions {
  readonly dice: Dice;
  readonly point: HistoryPoint;
  /** Cheques of the day before, paid at the till. */
  readonly cheques: readonly PaidCheque[];
  /** The cash that was missing when the till of the day before was counted. */
  readonly missing: number;
  /** An hour of the evening before. */
  readonly before: number;
}

const MINUTE_MS = 60_000;

/**
 * What is recorded of yesterday only after its first close: a cheque is opened again and closed with a discount, goods of
 * another one come back, and a till that was offline in the evening sends what it sold. The drawer was counted by then, so
 * what changes of yesterday was paid by card. What comes back today is paid out of today's drawer.
 */
export const tellOfCorrections = (options: CorrectionsOptions): Story[] => {
  const [reopened, returned] = (['terminal', 'cash'] as const).map((payment) =>
    options.cheques.find((cheque) => cheque.payment === payment),
  );
  return [
    ...(reopened ? [reopen(options, reopened)] : []),
    ...(returned ? [takeBack(options, returned)] : []),
    sendLate(options),
    ...(options.missing > 0 ? [chargeCashier(options)] : []),
  ];
};

/** A story of its own about that cheque. */
const goOnWith = (options: CorrectionsOptions, { key }: PaidCheque, name: string) => {
  const { hands, point, dice, at } = options;
  const tale = beginTale({ ...options, name: `${options.name}/${name}` });
  const cheque = tellOfCheque(tale, hands, point, dice);
  tale.goOnAt(at, { act: async () => cheque.opened(await hands.idOf(key)) });
  return { tale, cheque };
};

const reopen = (options: CorrectionsOptions, paid: PaidCheque): Story => {
  const { tale, cheque } = goOnWith(options, paid, 'reopened');
  cheque.till(2, 'ReopenCheque', { reason: 'Забыли скидку' });
  cheque.till(1, 'AdjustCheque', ({ items_amount }) => ({ discount: Math.floor(items_amount / 10_000) * 1_000 }));
  cheque.close(2, paid.payment);
  return tale;
};

const takeBack = (options: CorrectionsOptions, paid: PaidCheque): Story => {
  const { tale, cheque } = goOnWith(options, paid, 'returned');
  tale.mints('ReturnGoods', 'return');
  cheque.till(12, 'ReturnGoods', ({ lines }) => {
    const { line_id, quantity } = lines[0]!;
    return { lines: [{ line_id, quantity: Math.min(1, quantity) }], payment_type_id: options.point.cash.id };
  });
  return tale;
};

const sendLate = (options: CorrectionsOptions): Story => {
  const { hands, point, dice, at, before } = options;
  const tale = beginTale({ ...options, name: `${options.name}/offline` });
  const cheque = tellOfCheque(tale, hands, point, dice);
  const happened = (minutes: number) => new Date(before + minutes * MINUTE_MS).toISOString();
  const fields = { point_id: point.point_id, order_type_id: 2, guests: 1, items: fillCart(dice, point, false) };
  const cashier_id = dice.pick(point.cashiers);
  tale.mints('OpenCheque', 'order');
  tale.goOnAt(at, {
    act: async () => {
      const opening = { ...fields, occurred_at: happened(0) };
      cheque.opened(Number((await hands.command(tale.nameOf('OpenCheque'), 'OpenCheque', opening)).order_id));
    },
  });
  cheque.till(1, 'CloseCheque', ({ total_amount }) => ({
    cashier_id,
    occurred_at: happened(9),
    payments: [{ payment_type_id: point.terminal.id, amount: total_amount }],
  }));
  return tale;
};

/** The cashier gave a guest too much change, said so, and pays for it: so nobody has to look for the money. */
const chargeCashier = (options: CorrectionsOptions): Story => {
  const { hands, point, at, missing } = options;
  const tale = beginTale({ ...options, name: `${options.name}/missing` });
  const { point_id, cashiers } = point;
  const reason = 'Недостача в кассе: дала лишнюю сдачу';
  const fine = { employee_id: cashiers[0], point_id, amount: missing, reason };
  tale.mints('ImposeFine', 'id');
  tale.goOnAt(at, { act: () => hands.command(tale.nameOf('ImposeFine'), 'ImposeFine', fine) });
  return tale;
};
