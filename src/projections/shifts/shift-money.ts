import type { MoneyOperation } from '../../domain/money/shapes.ts';
import { namesOf } from '../../domain/names-of.ts';
import { isMoney, PAYMENT_CATEGORY } from '../../domain/references/lists.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { CHEQUES, DELETIONS, EMPLOYEE_DEBTS, MOVEMENTS, PAYMENTS, RETURNS } from './money-sql.ts';

export const DIRECTIONS = ['plus', 'minus', 'neutral'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Money of one kind that moved in a shift. */
export interface MoneyLine {
  /** Null: cash, where the point has no payment type for it. */
  readonly payment_type_id: number | null;
  readonly payment_category_id: number | null;
  /** Null: sales and returns. */
  readonly payment_purpose_id: number | null;
  readonly direction: Direction;
  /** Below 0 only where more came back in a neutral payment type than was paid with it. */
  readonly amount: number;
}

/** Money of cheques by payment type, after change was given. */
export type TypeLine = Pick<MoneyLine, 'payment_type_id' | 'payment_category_id' | 'amount'>;

/** Money that came to the drawer, or left it, and was no sale and no return. */
export interface MovementLine extends MoneyLine {
  readonly operation: MoneyOperation;
}

/** What happened in a shift. */
export interface ShiftMoney {
  readonly cheques_count: number;
  readonly goods_amount: number;
  readonly discount: number;
  readonly delivery_amount: number;
  readonly revenue: number;
  readonly debt_amount: number;
  readonly deleted_cheques_count: number;
  readonly deleted_cheques_amount: number;
  readonly deleted_items_count: number;
  readonly deleted_items_amount: number;
  /** What should be in the drawer before the hand-over. */
  readonly cash_balance: number;
  readonly money: readonly MoneyLine[];
  readonly service_amount: number;
  /** What its cheques were paid with, without the deposits that they used. */
  readonly sales: readonly TypeLine[];
  /** Deposits that its cheques used. They were paid before. */
  readonly deposits: readonly TypeLine[];
  /** What went back to guests, and what came off debts instead. */
  readonly returns: readonly TypeLine[];
  readonly movements: readonly MovementLine[];
  /** Of the debt, what employees owe. */
  readonly employee_debts: readonly { readonly employee_id: number; readonly amount: number }[];
}

interface Shift {
  readonly shift_id: number;
  readonly opening_cash: number;
}

type Reading = Pick<Snapshot, 'db' | 'valid'>;
type OfShift<Fields> = Fields & { readonly shift_id: number };
type Lists = 'money' | 'sales' | 'deposits' | 'returns' | 'movements' | 'employee_debts';
type Amounts = Omit<ShiftMoney, 'cash_balance' | 'service_amount' | Lists>;
type Paid = Pick<MoneyLine, 'payment_type_id' | 'payment_category_id'>;

const NOTHING: Amounts = {
  cheques_count: 0,
  goods_amount: 0,
  discount: 0,
  delivery_amount: 0,
  revenue: 0,
  debt_amount: 0,
  deleted_cheques_count: 0,
  deleted_cheques_amount: 0,
  deleted_items_count: 0,
  deleted_items_amount: 0,
};

/** The read models that `readShiftMoney` reads. */
export const SHIFT_MONEY_FROM = ['cheques', 'money', 'payroll'] as const;

/**
 * What happened in these shifts, by shift_id: the cheques whose last closing was in it, the returns and deletions while it
 * was open, and the movements of its money.
 */
export const readShiftMoney = async (
  { db, valid }: Reading,
  shifts: readonly Shift[],
): Promise<ReadonlyMap<number, ShiftMoney>> => {
  const read = async <Fields>(sql: (valid: Snapshot['valid']) => string): Promise<OfShift<Fields>[]> =>
    (await db.query<OfShift<Fields>>(sql(valid), [shifts.map(({ shift_id }) => shift_id)])).rows;
  const sheets = new Map(shifts.map((shift) => [shift.shift_id, createSheet(shift)]));
  for (const { shift_id, ...cheques } of await read<Partial<Amounts> & Paid & { revenue: number }>(CHEQUES)) {
    const { payment_type_id, payment_category_id, ...amounts } = cheques;
    sheets.get(shift_id)!.count(amounts);
    if (payment_type_id !== null) sheets.get(shift_id)!.sell({ ...cheques, amount: cheques.revenue });
  }
  for (const { shift_id, is_deposit, ...paid } of await read<Paid & { amount: number; is_deposit: boolean }>(
    PAYMENTS,
  )) {
    sheets.get(shift_id)!.sell(paid, is_deposit);
  }
  for (const { shift_id, ...paid } of await read<Paid & { amount: number }>(RETURNS)) {
    sheets.get(shift_id)!.giveBack(paid);
  }
  for (const { shift_id, ...line } of await read<MovementLine>(MOVEMENTS)) sheets.get(shift_id)!.move(line);
  for (const { shift_id, ...debt } of await read<ShiftMoney['employee_debts'][number]>(EMPLOYEE_DEBTS)) {
    sheets.get(shift_id)!.owe(debt);
  }
  for (const { shift_id, ...deleted } of await read<Partial<Amounts>>(DELETIONS)) {
    sheets.get(shift_id)!.count(deleted);
  }
  return new Map([...sheets].map(([shift_id, sheet]) => [shift_id, sheet.result()]));
};

/** Adds up what happened in one shift. */
const createSheet = ({ opening_cash }: Shift) => {
  const amounts: Record<keyof Amounts, number> = { ...NOTHING };
  const lines = new Map<string, MoneyLine>();
  const [sales, deposits, returns] = [createTypeSums(), createTypeSums(), createTypeSums()];
  const movements: MovementLine[] = [];
  const employee_debts: ShiftMoney['employee_debts'][number][] = [];
  const add = (line: MoneyLine): void => {
    const key = JSON.stringify({ ...line, amount: 0 }, KEY);
    lines.set(key, { ...line, amount: line.amount + (lines.get(key)?.amount ?? 0) });
  };
  const isNeutral = ({ payment_category_id: category }: Paid): boolean => !isMoney(category ?? 0);
  const direct = ({ payment_type_id, payment_category_id }: Paid, direction: Direction, amount: number): void =>
    add({ payment_type_id, payment_category_id, payment_purpose_id: null, direction, amount });

  return {
    move: (line: MovementLine): void => {
      const { operation: _, ...moved } = line;
      movements.push(line);
      add(moved);
    },
    owe: (debt: ShiftMoney['employee_debts'][number]): void => {
      employee_debts.push(debt);
    },
    count: (more: Partial<Amounts>): void => {
      for (const name of namesOf(more)) amounts[name] += more[name] ?? 0;
    },
    /** A deposit was taken before, and money of another day. */
    sell: (paid: Paid & { readonly amount: number }, isDeposit = false): void => {
      if (paid.payment_category_id === PAYMENT_CATEGORY.debt) amounts.debt_amount += paid.amount;
      (isDeposit ? deposits : sales).add(paid);
      direct(paid, isDeposit || isNeutral(paid) ? 'neutral' : 'plus', paid.amount);
    },
    giveBack: (paid: Paid & { readonly amount: number }): void => {
      returns.add(paid);
      if (isNeutral(paid)) direct(paid, 'neutral', -paid.amount);
      else direct(paid, 'minus', paid.amount);
    },
    result: (): ShiftMoney => {
      const money = [...lines.values()].filter(({ amount }) => amount !== 0).sort(inOrder);
      const cash = money.filter(({ payment_category_id }) => payment_category_id === PAYMENT_CATEGORY.cash);
      const { revenue, goods_amount, discount, delivery_amount } = amounts;
      return {
        ...amounts,
        cash_balance: opening_cash + balanceOf(cash),
        money,
        // A cheque comes to its goods - discount + service + delivery.
        service_amount: revenue - goods_amount + discount - delivery_amount,
        sales: sales.lines(),
        deposits: deposits.lines(),
        returns: returns.lines(),
        movements: movements.sort((one, other) => inOrder(one, other) || (one.operation < other.operation ? -1 : 1)),
        employee_debts,
      };
    },
  };
};

/** Adds up amounts by payment type. */
const createTypeSums = () => {
  const sums = new Map<number | null, TypeLine>();
  return {
    add: ({ payment_type_id, payment_category_id, amount }: TypeLine): void => {
      const before = sums.get(payment_type_id)?.amount ?? 0;
      sums.set(payment_type_id, { payment_type_id, payment_category_id, amount: before + amount });
    },
    lines: (): TypeLine[] =>
      [...sums.values()]
        .filter(({ amount }) => amount !== 0)
        .sort((one, other) => inOrder(ofSales(one), ofSales(other))),
  };
};

const ofSales = (line: TypeLine): MoneyLine => ({ ...line, payment_purpose_id: null, direction: 'plus' });

/** What these lines add up to. */
export const balanceOf = (lines: readonly MoneyLine[]): number => {
  const sum = (direction: Direction): number =>
    lines.reduce((total, line) => (line.direction === direction ? total + line.amount : total), 0);
  return sum('plus') - sum('minus');
};

const KEY = ['payment_category_id', 'payment_type_id', 'payment_purpose_id', 'direction'];

/** By category, payment type and purpose, sales first; then what came, what went, and the rest. */
const inOrder = (one: MoneyLine, other: MoneyLine): number => {
  const placeOf = (line: MoneyLine): number[] => [
    line.payment_category_id ?? 0,
    line.payment_type_id ?? 0,
    line.payment_purpose_id ?? 0,
    DIRECTIONS.indexOf(line.direction),
  ];
  const [first, second] = [placeOf(one), placeOf(other)];
  return first.map((place, index) => place - second[index]!).find((difference) => difference !== 0) ?? 0;
};
