/**
 * A payroll kept by hand beside the app: a list of what was done, and each figure computed from the whole list, one day
 * after the other. It shares no code with the app.
 */

export interface Terms {
  readonly employee_id: number;
  readonly point_id: string;
  readonly from: string;
  readonly salary_type_id: 1 | 2 | 3 | 4 | 5 | null;
  readonly rate: number;
}

interface OnDay {
  readonly point_id: string;
  readonly date: string;
}
interface OfEmployee extends OnDay {
  readonly employee_id: number;
}

export interface SoldLine extends OnDay {
  readonly waiter_id: number | null;
  readonly product_id: number;
  readonly category_id: number;
  readonly order_type_id: number;
  /** Thousandths of a unit; below zero: it came back. */
  readonly thousandths: number;
  readonly net: number;
}

export interface Program {
  readonly motivation_id: number;
  readonly calculation_type: 'own_sales_percent' | 'point_sales_percent' | 'per_item' | 'per_shift';
  /** Thousandths of a percent, or of an amount. */
  readonly rate: number;
  readonly employee_ids: readonly number[];
  readonly point_ids: readonly string[] | null;
  readonly product_ids: readonly number[] | null;
  readonly category_ids: readonly number[] | null;
  readonly order_type_ids: readonly number[] | null;
  readonly days: 'worked' | 'all';
}

export interface Ledger {
  /** The employee's own point. */
  readonly homes: ReadonlyMap<number, string>;
  readonly terms: Terms[];
  readonly work: (OfEmployee & { readonly minutes: number })[];
  readonly sold: SoldLine[];
  readonly programs: Program[];
  readonly accruals: (OfEmployee & {
    readonly kind: 'bonus' | 'fine' | 'kpi' | 'free';
    /** Of `kpi`: thousandths of a percent. */
    readonly amount: number;
  })[];
  readonly payments: (OfEmployee & { readonly payment_purpose_id: number; readonly amount: number })[];
  readonly openings: (OfEmployee & { readonly amount: number })[];
  /** The payment purpose under which employees give money back. */
  readonly giving_back: number;
}

/** a x b / c, rounded half away from zero. */
const share = (a: number, b: number, c: number): number => {
  const exact = BigInt(a) * BigInt(b);
  const size = exact < 0n ? -exact : exact;
  const rounded = (2n * size + BigInt(c)) / (2n * BigInt(c));
  return Number(exact < 0n ? -rounded : rounded);
};

const sum = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((total, item) => total + value(item), 0);

export const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 }))
    days.push(day.toString());
  return days;
};

/** One row of the report, as the ledger has it. */
export const rowOf = (ledger: Ledger, employee_id: number, point_id: string, from: string, to: string) => {
  const isHere = (it: OfEmployee): boolean => it.employee_id === employee_id && it.point_id === point_id;
  const ofPeriod = <Item extends OnDay>(items: readonly Item[]): Item[] =>
    items.filter(({ date }) => from <= date && date <= to);
  const work = ledger.work.filter(isHere);
  const ownSales = ledger.sold.filter((it) => it.waiter_id === employee_id && it.point_id === point_id);
  const days = daysBetween(from, to);

  const programs = ledger.programs
    .filter((it) => it.employee_ids.includes(employee_id) && (it.point_ids?.includes(point_id) ?? true))
    .map((program) => {
      const perDay = days.map((day) => motivatedOn(ledger, program, employee_id, point_id, day));
      const { motivation_id } = program;
      return { motivation_id, sales: sum(perDay, (it) => it.sales), amount: sum(perDay, (it) => it.amount) };
    });
  const opening = ledger.openings.findLast(isHere);
  const accruedOn = (day: string): number => accruedOf(ledger, employee_id, point_id, day);
  const accruedIn = (first: string, last: string): number => sum(daysBetween(first, last), accruedOn);
  const paidIn = (first: string, last: string): number =>
    sum(ledger.payments.filter(isHere), (it) => (first <= it.date && it.date <= last ? signedOf(ledger, it) : 0));
  const balanceAt = (last: string): number | null =>
    opening === undefined || opening.date > last
      ? null
      : opening.amount + accruedIn(opening.date, last) - paidIn(opening.date, last);
  const dayBefore = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  const balance_start = opening?.date === from ? opening.amount : balanceAt(dayBefore);
  const bonuses = ofPeriod(ledger.accruals.filter(isHere));
  const bonus_amount = sum(bonuses, (it) => (it.kind === 'bonus' ? it.amount : 0));
  const fines_amount = sum(bonuses, (it) => (it.kind === 'fine' ? it.amount : 0));
  const payments = Map.groupBy(ofPeriod(ledger.payments.filter(isHere)), (it) => it.payment_purpose_id);
  return {
    employee_id,
    point_id,
    salary_type_id: termsOn(ledger, employee_id, point_id, to)?.salary_type_id ?? null,
    working_days: new Set(ofPeriod(work).map(({ date }) => date)).size,
    working_hours: sum(ofPeriod(work), (it) => it.minutes) / 60,
    sales: sum(ofPeriod(ownSales), (it) => it.net),
    salary_amount: sum(days, (day) => salaryOn(ledger, employee_id, point_id, day)),
    motivation_amount: sum(programs, (it) => it.amount),
    motivation_programs: programs.filter((it) => it.sales !== 0 || it.amount !== 0),
    bonus_amount,
    fines_amount,
    accrued_amount: sum(days, accruedOn),
    paid_amount: sum(ofPeriod(ledger.payments.filter(isHere)), (it) => signedOf(ledger, it)),
    payments: [...payments].map(([payment_purpose_id, paid]) => ({
      payment_purpose_id,
      amount: sum(paid, (it) => it.amount),
      operations_count: paid.length,
    })),
    balance_start,
    balance_end: balanceAt(to),
    // Nobody eats on debt here.
    debt_start: 0,
    debt_added: 0,
    debt_returned: 0,
    debt_settled: 0,
    debt_from_wages: 0,
    debt_end: 0,
  };
};

export type ModelRow = ReturnType<typeof rowOf>;

const signedOf = ({ giving_back }: Ledger, it: Ledger['payments'][number]): number =>
  it.payment_purpose_id === giving_back ? -it.amount : it.amount;

const accruedOf = (ledger: Ledger, employee_id: number, point_id: string, day: string): number => {
  const mine = ledger.accruals.filter(
    (it) => it.employee_id === employee_id && it.point_id === point_id && it.date === day,
  );
  const programs = ledger.programs.filter(
    (it) => it.employee_ids.includes(employee_id) && (it.point_ids?.includes(point_id) ?? true),
  );
  return (
    salaryOn(ledger, employee_id, point_id, day) +
    sum(programs, (it) => motivatedOn(ledger, it, employee_id, point_id, day).amount) +
    sum(mine, (it) => (it.kind === 'bonus' ? it.amount : it.kind === 'fine' ? -it.amount : 0))
  );
};

/** The terms of the point, else those of the employee's own point. */
export const termsOn = (ledger: Ledger, employee_id: number, point_id: string, day: string): Terms | undefined => {
  const latest = (where: string | undefined): Terms | undefined => {
    let found: Terms | undefined;
    for (const it of ledger.terms) {
      if (it.employee_id !== employee_id || it.point_id !== where || it.from > day) continue;
      // Terms from the same day replace those of before.
      if (!found || it.from >= found.from) found = it;
    }
    return found;
  };
  return latest(point_id) ?? latest(ledger.homes.get(employee_id));
};

const salaryOn = (ledger: Ledger, employee_id: number, point_id: string, day: string): number => {
  const terms = termsOn(ledger, employee_id, point_id, day);
  if (!terms) return 0;
  const isHere = (it: OfEmployee): boolean =>
    it.employee_id === employee_id && it.point_id === point_id && it.date === day;
  const shifts = ledger.work.filter(isHere);
  const accrued = ledger.accruals.filter(isHere);
  const { rate } = terms;
  switch (terms.salary_type_id) {
    case 1:
      return shifts.length > 0 ? rate : 0;
    case 2:
      return share(
        rate,
        sum(shifts, (it) => it.minutes),
        60,
      );
    case 3: {
      if (terms.point_id !== point_id) return 0;
      const { day: number, daysInMonth } = Temporal.PlainDate.from(day);
      return share(rate, number, daysInMonth) - share(rate, number - 1, daysInMonth);
    }
    case 4:
      return sum(accrued, (it) => (it.kind === 'kpi' ? share(rate, it.amount, 100_000) : 0));
    case 5:
      return sum(accrued, (it) => (it.kind === 'free' ? it.amount : 0));
    default:
      return 0;
  }
};

const motivatedOn = (ledger: Ledger, program: Program, employee_id: number, point_id: string, day: string) => {
  const hasWorked = ledger.work.some(
    (it) => it.employee_id === employee_id && it.point_id === point_id && it.date === day,
  );
  if (program.calculation_type === 'per_shift') {
    return { sales: 0, amount: hasWorked ? share(program.rate, 1, 1_000) : 0 };
  }
  const lets = (list: readonly number[] | null, id: number): boolean => list?.includes(id) ?? true;
  const counted = ledger.sold.filter(
    (it) =>
      it.date === day &&
      it.point_id === point_id &&
      lets(program.product_ids, it.product_id) &&
      lets(program.category_ids, it.category_id) &&
      lets(program.order_type_ids, it.order_type_id),
  );
  if (program.calculation_type === 'point_sales_percent') {
    const isThere = hasWorked || (program.days === 'all' && program.point_ids !== null);
    const sales = isThere ? sum(counted, (it) => it.net) : 0;
    return { sales, amount: share(program.rate, sales, 100_000) };
  }
  const own = counted.filter((it) => it.waiter_id === employee_id);
  const sales = sum(own, (it) => it.net);
  const amount =
    program.calculation_type === 'per_item'
      ? share(
          program.rate,
          sum(own, (it) => it.thousandths),
          1_000_000,
        )
      : share(program.rate, sales, 100_000);
  return { sales, amount };
};
