/** A part of a payment, as it is typed: `amount` in the currency, not in its smallest unit. */
export interface Row {
  readonly key: number;
  /** Id of the payment type. Undefined: the first one. */
  readonly type?: string;
  readonly amount: number | string;
}

interface PaymentType {
  readonly id: number;
  readonly category_id: number;
}

interface Paid {
  readonly payment_type_id: number;
  readonly payment_category_id: number;
  readonly amount: number;
}

export const CASH = 1;
const POINTS = 4;
const ONLINE = 5;

const minorOf = (amount: number | string, unit: number): number => Math.round(Number(amount || 0) * unit);

/** A type that the point has no more is as none. */
export const typeOf = <Type extends PaymentType>({ type }: Row, types: readonly Type[]): Type | undefined =>
  types.find(({ id }) => String(id) === type) ?? types[0];

/**
 * What is missing of the remainder, and what cash goes back, in the smallest unit. Only cash may be more than is due:
 * what is too much without cash is missing below zero, without change.
 */
export const dueOf = (rows: readonly Row[], remainder: number, types: readonly PaymentType[], unit: number) => {
  const given = rows.reduce((sum, { amount }) => sum + minorOf(amount, unit), 0);
  const cash = rows
    .filter((row) => typeOf(row, types)?.category_id === CASH)
    .reduce((sum, { amount }) => sum + minorOf(amount, unit), 0);
  const over = given - remainder;
  return { missing: remainder - given, change: over > 0 && over <= cash ? over : 0 };
};

/** The payments of CloseCheque: what counts of each, and for cash what was tendered. */
export const paymentsOf = (rows: readonly Row[], remainder: number, types: readonly PaymentType[], unit: number) => {
  let { change } = dueOf(rows, remainder, types, unit);
  return rows
    .map((row) => {
      const type = typeOf(row, types);
      const tendered = minorOf(row.amount, unit);
      const back = type?.category_id === CASH ? Math.min(change, tendered) : 0;
      change -= back;
      return { payment_type_id: type?.id ?? 0, amount: tendered - back, ...(back > 0 && { tendered }) };
    })
    .filter(({ amount }) => amount > 0);
};

/**
 * What came online before, as a payment of CloseCheque, which must tell the whole total: by the type that the order named, else by
 * the first that is online. Without it, the server would take the till's money for all that came.
 */
export const paymentBefore = (amount: number, named: number | null, types: readonly PaymentType[]) => {
  const online = types.filter(({ category_id }) => category_id === ONLINE);
  const type = online.find(({ id }) => id === named) ?? online[0];
  return amount > 0 && type ? [{ payment_type_id: type.id, amount }] : [];
};

/**
 * The parts that a dialog begins with: of a cheque that was opened again what it was paid with before, so far as it is due now, and the
 * rest by the first type. Points are held anew by the till's program; what came online before is told by itself.
 */
export const firstRows = (before: readonly Paid[], online: number, remainder: number, unit: number): readonly Row[] => {
  let [told, left] = [online, remainder];
  const parts = before.flatMap(({ payment_type_id, payment_category_id: category, amount }) => {
    if (category === POINTS) return [];
    const own = category === ONLINE ? Math.min(told, amount) : 0;
    told -= own;
    const due = Math.min(left, amount - own);
    left -= due;
    return due > 0 ? [{ type: String(payment_type_id), amount: due / unit }] : [];
  });
  const rows = left > 0 || parts.length === 0 ? [...parts, { amount: left / unit }] : parts;
  return rows.map((row, key) => ({ ...row, key }));
};
