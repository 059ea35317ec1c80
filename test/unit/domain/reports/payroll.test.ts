import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SalaryType } from '../../../../src/domain/payroll/pay-events.ts';
import type { Terms } from '../../../../src/domain/payroll/terms.ts';
import {
  type Accrual,
  NO_DEBT,
  type Payment,
  type Place,
  type Program,
  type Sold,
  type Work,
} from '../../../../src/domain/reports/payroll/facts.ts';
import { motivationsOf } from '../../../../src/domain/reports/payroll/motivation.ts';
import { type PayrollRow, payrollDays, payrollRow } from '../../../../src/domain/reports/payroll/payroll.ts';
import { salaryOf } from '../../../../src/domain/reports/payroll/salary.ts';
import { effort } from '../../../support/effort.ts';

const EMPTY: Place = {
  employee_id: 1,
  point_id: 'home',
  is_home: true,
  terms: { here: [], home: [] },
  work: new Map(),
  sold: [],
  sold_by_all: new Map(),
  accruals: [],
  payments: [],
  balance: null,
  debt: NO_DEBT,
  wages_kept: [],
};
const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };
const terms = (salary_type_id: SalaryType, rate: number, from = '2026-01-01'): Terms => ({
  from,
  salary_type_id,
  rate,
});
const placeWith = (here: Terms[], more: Partial<Place> = {}): Place => ({
  ...EMPTY,
  terms: { here, home: here },
  ...more,
});
const worked = (...days: [date: string, hundredths: number, is_worked?: boolean][]): Map<string, Work> =>
  new Map(days.map(([date, hundredths, is_worked = true]) => [date, { date, hundredths, is_worked }]));

describe('the examples', () => {
  test.each([
    [6_200_000, '2026-03-01', '2026-03-15', 3_000_000],
    [5_000_000, '2026-03-01', '2026-03-10', 1_612_903],
    [5_000_000, '2026-03-01', '2026-03-31', 5_000_000],
    [5_000_000, '2026-02-01', '2026-02-28', 5_000_000],
    [100, '2024-02-29', '2024-02-29', 3],
  ])('%i a month from %s to %s is %i', (rate, date_from, date_to, salary) => {
    expect(salaryOf(placeWith([terms(3, rate, '2020-01-01')]), { date_from, date_to })).toBe(salary);
  });

  test('salary by the hour is rounded each day, half away from zero', () => {
    const work = worked(['2026-03-02', 850], ['2026-03-03', 50], ['2026-03-04', 1], ['2026-03-05', 800, false]);
    // 170, 10, 0.2, 160 with a rate of 20; 25.5, 1.5, 0.03 and 24 with a rate of 3.
    expect(salaryOf(placeWith([terms(2, 20)], { work }), MARCH)).toBe(170 + 10 + 0 + 160);
    expect(salaryOf(placeWith([terms(2, 3)], { work }), MARCH)).toBe(26 + 2 + 0 + 24);
  });

  test('KPI accruals are rounded each', () => {
    const accruals: Accrual[] = [
      { date: '2026-03-02', kind: 'salary', amount: null, kpi_percent: 85 },
      { date: '2026-03-02', kind: 'salary', amount: null, kpi_percent: 0.005 },
    ];
    expect(salaryOf(placeWith([terms(4, 2_000_000)], { accruals }), MARCH)).toBe(1_700_000 + 100);
    expect(salaryOf(placeWith([terms(4, 30_000)], { accruals }), MARCH)).toBe(25_500 + 2);
  });

  test('a share of a day that lost more than it sold is negative, and rounded away from zero', () => {
    const sold = [{ date: '2026-03-02', net: [-50], units: [0] }];
    const program: Program = {
      motivation_id: 9,
      calculation_type: 'own_sales_percent',
      rate: 5_000,
      days: 'worked',
      point_ids: null,
      base: 0,
      employee_ids: new Set([1]),
    };
    // -2.5 is -3.
    expect(motivationsOf({ ...EMPTY, sold }, [program], MARCH)).toEqual([{ motivation_id: 9, sales: -50, amount: -3 }]);
  });
});

test('somebody without anything has no row, and an opened balance of zero is nothing', () => {
  expect(payrollRow(EMPTY, [], MARCH)).toBeUndefined();
  expect(payrollRow({ ...EMPTY, balance: { date: '2026-03-01', amount: 0 } }, [], MARCH)).toBeUndefined();
  expect(payrollRow({ ...EMPTY, balance: { date: '2026-03-31', amount: 7 } }, [], MARCH)).toMatchObject({
    balance_start: null,
    balance_end: 7,
  });
});

test('a balance that is opened on the first day of the period counts from the beginning of it', () => {
  const bonus: Accrual = { date: '2026-03-01', kind: 'bonus', amount: 5, kpi_percent: null };
  const place = { ...EMPTY, accruals: [bonus], balance: { date: '2026-03-01', amount: 7 } };
  expect(payrollRow(place, [], MARCH)).toMatchObject({ balance_start: 7, balance_end: 12 });
});

/** Everything that happened, one thing after the other, as the model below reads it. */
interface Story {
  readonly terms: readonly (Terms & { readonly at: 'here' | 'home' })[];
  readonly work: readonly (Work & { readonly shift: number })[];
  readonly sales: readonly { date: string; by: 'me' | 'other'; product: 0 | 1; net: number; units: number }[];
  readonly accruals: readonly Accrual[];
  readonly payments: readonly Payment[];
  readonly programs: readonly (Omit<Program, 'employee_ids' | 'point_ids' | 'base'> & {
    readonly product: 0 | 1 | null;
    readonly mine: boolean;
    readonly points: 'any' | 'here' | 'elsewhere';
  })[];
  readonly is_home: boolean;
  readonly balance: { readonly date: string; readonly amount: number } | null;
}

const FIRST = Temporal.PlainDate.from('2026-02-25');
const DAYS = 40;
const dayOf = (index: number): string => FIRST.add({ days: index }).toString();
const day = fc.integer({ min: 0, max: DAYS - 1 }).map(dayOf);
const money = fc.integer({ min: 1, max: 9_999_999 });

const story: fc.Arbitrary<Story> = fc.record({
  terms: fc.uniqueArray(
    fc.record({
      from: day,
      at: fc.constantFrom('here', 'home'),
      rate: money,
      salary_type_id: fc.constantFrom<SalaryType | null>(1, 2, 3, 4, 5, null),
    }),
    { maxLength: 5, selector: ({ from, at }) => `${from} ${at}` },
  ),
  work: fc.array(
    fc.record({ date: day, shift: fc.nat(), is_worked: fc.boolean(), hundredths: fc.integer({ min: 0, max: 2_000 }) }),
    { maxLength: 12 },
  ),
  sales: fc.array(
    fc.record({
      date: day,
      by: fc.constantFrom('me', 'other'),
      product: fc.constantFrom(0, 1),
      net: fc.integer({ min: -999_999, max: 9_999_999 }),
      units: fc.integer({ min: -5_000, max: 9_999 }),
    }),
    { maxLength: 15 },
  ),
  accruals: fc.array(
    fc.oneof(
      fc.record({ date: day, kind: fc.constantFrom('bonus', 'fine'), amount: money, kpi_percent: fc.constant(null) }),
      fc.record({ date: day, kind: fc.constant('salary'), amount: money, kpi_percent: fc.constant(null) }),
      fc.record({
        date: day,
        kind: fc.constant('salary'),
        amount: fc.constant(null),
        kpi_percent: fc.integer({ min: 0, max: 200_000 }).map((thousandths) => thousandths / 1_000),
      }),
    ) as fc.Arbitrary<Accrual>,
    { maxLength: 8 },
  ),
  payments: fc.array(
    fc.record({
      date: day,
      payment_purpose_id: fc.constantFrom(1, 2),
      is_payout: fc.boolean(),
      amount: money,
      operations_count: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 6 },
  ),
  programs: fc.uniqueArray(
    fc.record({
      motivation_id: fc.integer({ min: 1, max: 9 }),
      calculation_type: fc.constantFrom('own_sales_percent', 'point_sales_percent', 'per_item', 'per_shift'),
      rate: fc.integer({ min: 0, max: 100_000 }),
      days: fc.constantFrom('worked', 'all'),
      product: fc.constantFrom(null, 0, 1),
      mine: fc.boolean(),
      points: fc.constantFrom('any', 'here', 'elsewhere'),
    }),
    { maxLength: 5, selector: ({ motivation_id }) => motivation_id },
  ) as fc.Arbitrary<Story['programs']>,
  is_home: fc.boolean(),
  balance: fc.option(fc.record({ date: day, amount: fc.integer({ min: -999_999, max: 999_999 }) })),
}) as fc.Arbitrary<Story>;

/** Bases: everything, product 0, product 1. */
const baseOf = (product: 0 | 1 | null): number => (product === null ? 0 : product + 1);

const soldIn = (sales: Story['sales']): Sold[] =>
  [...Map.groupBy(sales, ({ date }) => date)].map(([date, all]) => {
    const sums = (of: (sale: Story['sales'][number]) => number) =>
      [null, 0, 1].map((product) =>
        all.filter((sale) => product === null || sale.product === product).reduce((sum, sale) => sum + of(sale), 0),
      );
    return { date, net: sums(({ net }) => net), units: sums(({ units }) => units) };
  });

const read = ({ terms, work, sales, programs, is_home, ...rest }: Story): { place: Place; programs: Program[] } => {
  const sorted = terms.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const here = sorted.filter(({ at }) => at === 'here');
  const days = [...Map.groupBy(work, ({ date }) => date)].map(([date, shifts]): [string, Work] => [
    date,
    {
      date,
      is_worked: shifts.some(({ is_worked }) => is_worked),
      hundredths: shifts.reduce((sum, { hundredths }) => sum + hundredths, 0),
    },
  ]);
  const place: Place = {
    ...rest,
    employee_id: 1,
    point_id: 'here',
    is_home,
    debt: NO_DEBT,
    wages_kept: [],
    terms: { here, home: is_home ? here : sorted.filter(({ at }) => at === 'home') },
    work: new Map(days),
    sold: soldIn(sales.filter(({ by }) => by === 'me')),
    sold_by_all: new Map(soldIn(sales).map((one) => [one.date, one])),
  };
  return {
    place,
    programs: programs.map(({ product, mine, points, ...program }) => ({
      ...program,
      base: baseOf(product),
      employee_ids: new Set(mine ? [1, 2] : [2]),
      point_ids: points === 'any' ? null : new Set([points]),
    })),
  };
};

/** Half away from zero, by counting up from below. */
const rounded = (numerator: number, denominator: number): number => {
  const size = BigInt(Math.abs(numerator));
  const whole = size / BigInt(denominator);
  const isUp = (size - whole * BigInt(denominator)) * 2n >= BigInt(denominator);
  return Number(isUp ? whole + 1n : whole) * (numerator < 0 ? -1 : 1) || 0;
};

/** What one day brings, read off the story line by line. */
const dayOfModel = (story: Story, date: string) => {
  const { is_home } = story;
  const on = <Dated extends { date: string }>(all: readonly Dated[]) => all.filter((one) => one.date === date);
  const latest = (at: 'here' | 'home') =>
    story.terms
      .filter((one) => one.at === at && one.from <= date)
      .reduce<Terms | undefined>((best, one) => (best === undefined || one.from > best.from ? one : best), undefined);
  const here = latest('here');
  const inForce = here ?? (is_home ? undefined : latest('home'));
  const shifts = on(story.work);
  const isThere = shifts.some(({ is_worked }) => is_worked);
  const { day: k, daysInMonth: n } = Temporal.PlainDate.from(date);
  const byType: Record<SalaryType, (rate: number) => number> = {
    1: (rate) => (isThere ? rate : 0),
    2: (rate) => rounded(rate * shifts.reduce((sum, { hundredths }) => sum + hundredths, 0), 100),
    3: (rate) => (here ? rounded(rate * k, n) - rounded(rate * (k - 1), n) : 0),
    4: (rate) =>
      on(story.accruals)
        .filter(({ kpi_percent }) => kpi_percent !== null)
        .reduce((sum, { kpi_percent }) => sum + rounded(rate * Math.round(kpi_percent! * 1_000), 100_000), 0),
    5: () => on(story.accruals).reduce((sum, { kind, amount }) => sum + (kind === 'salary' ? (amount ?? 0) : 0), 0),
  };
  const type = inForce?.salary_type_id;
  const programs = story.programs.map(({ motivation_id, calculation_type, rate, days, product, mine, points }) => {
    if (!mine || points === 'elsewhere') return { motivation_id, sales: 0, amount: 0 };
    if (calculation_type === 'per_shift') {
      return { motivation_id, sales: 0, amount: isThere ? rounded(rate, 1_000) : 0 };
    }
    const isOfPoint = calculation_type === 'point_sales_percent';
    const isDue = !isOfPoint || isThere || (days === 'all' && (is_home || points === 'here'));
    const counted = on(story.sales).filter(
      (sale) => isDue && (isOfPoint || sale.by === 'me') && (product === null || sale.product === product),
    );
    const sales = counted.reduce((sum, { net }) => sum + net, 0);
    const units = counted.reduce((sum, sale) => sum + sale.units, 0);
    const amount = calculation_type === 'per_item' ? rounded(rate * units, 1_000_000) : rounded(rate * sales, 100_000);
    return { motivation_id, sales, amount };
  });
  const salary = type == null ? 0 : byType[type](inForce!.rate!);
  const extra = on(story.accruals).reduce(
    (sum, { kind, amount }) => sum + (kind === 'bonus' ? amount! : kind === 'fine' ? -amount! : 0),
    0,
  );
  const motivation = programs.reduce((sum, { amount }) => sum + amount, 0);
  const paid = on(story.payments).reduce((sum, { is_payout, amount }) => sum + (is_payout ? amount : -amount), 0);
  return { salary, motivation, programs, accrued: salary + motivation + extra, paid };
};

const period = fc.tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1)).map(([one, other]) => {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  return { first, last, date_from: dayOf(first), date_to: dayOf(last) };
});

const ZERO = { salary_amount: 0, motivation_amount: 0, accrued_amount: 0, paid_amount: 0, motivation_programs: [] };
type Amounts = Pick<PayrollRow, keyof typeof ZERO> & { balance_start?: number | null; balance_end?: number | null };

const rowOf = (it: Story, days: { date_from: string; date_to: string }): Amounts => {
  const { place, programs } = read(it);
  return payrollRow(place, programs, days) ?? ZERO;
};

describe('any payroll', () => {
  test('any payroll is what a model says that goes from day to day', () => {
    fc.assert(
      fc.property(story, period, (it, { first, last, ...days }) => {
        const model = Array.from({ length: last - first + 1 }, (_, index) => dayOfModel(it, dayOf(first + index)));
        const total = (of: (one: (typeof model)[number]) => number) => model.reduce((sum, one) => sum + of(one), 0);
        const row = rowOf(it, days);
        expect({
          salary: row.salary_amount,
          motivation: row.motivation_amount,
          accrued: row.accrued_amount,
          paid: row.paid_amount,
        }).toEqual({
          salary: total(({ salary }) => salary),
          motivation: total(({ motivation }) => motivation),
          accrued: total(({ accrued }) => accrued),
          paid: total(({ paid }) => paid),
        });
        const programs = it.programs.map(({ motivation_id }, index) => ({
          motivation_id,
          sales: total(({ programs }) => programs[index]!.sales),
          amount: total(({ programs }) => programs[index]!.amount),
        }));
        expect(row.motivation_programs).toEqual(programs.filter(({ sales, amount }) => sales !== 0 || amount !== 0));
      }),
      { numRuns: effort({ short: 150, long: 5_000 }) },
    );
  });

  test('the days behind a row add up to it, and each is its own row', () => {
    fc.assert(
      fc.property(story, period, (it, { first: _, last: __, ...whole }) => {
        const { place, programs } = read(it);
        const days = payrollDays(place, programs, whole);
        const row = rowOf(it, whole);
        for (const name of ['salary_amount', 'motivation_amount', 'accrued_amount', 'paid_amount'] as const) {
          expect(days.reduce((sum, day) => sum + day[name], 0)).toBe(row[name]);
        }
        for (const { date, ...day } of days) {
          expect(payrollRow(place, programs, { date_from: date, date_to: date })).toMatchObject(day);
        }
      }),
      { numRuns: effort({ short: 60, long: 1_000 }) },
    );
  });

  test('the payroll of a period is the sum of its parts, and its balances join', () => {
    fc.assert(
      fc.property(story, period, fc.nat(DAYS), (it, { first, last, ...whole }, cut) => {
        fc.pre(last > first);
        const middle = first + (cut % (last - first));
        const [one, other, all] = [
          rowOf(it, { date_from: whole.date_from, date_to: dayOf(middle) }),
          rowOf(it, { date_from: dayOf(middle + 1), date_to: whole.date_to }),
          rowOf(it, whole),
        ];
        for (const name of ['salary_amount', 'motivation_amount', 'accrued_amount', 'paid_amount'] as const) {
          expect(one[name] + other[name], name).toBe(all[name]);
        }
        // A row in which everything is zero is left out: then its balances are 0.
        // An opening counts from the beginning of its day: on the first day of the second part it is new there.
        const opened = it.balance?.date;
        const isNew = opened === undefined || opened === dayOf(middle + 1);
        if (!isNew) expect(one.balance_end ?? 0).toBe(other.balance_start ?? 0);
        expect(other.balance_end ?? 0).toBe(all.balance_end ?? 0);
        if (opened !== undefined && opened <= dayOf(middle)) {
          const due = other.accrued_amount - other.paid_amount;
          expect((other.balance_end ?? 0) - (other.balance_start ?? 0)).toBe(due);
        }
      }),
      { numRuns: effort({ short: 150, long: 5_000 }) },
    );
  });
});
