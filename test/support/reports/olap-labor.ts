import { type Data, dayOf, type FakeEvent, LAST } from './olap-events.ts';

interface Terms extends Data {
  readonly salary_type_id: number | null;
  readonly rate: number;
}

/** Half away from zero; nothing here is below zero. */
const rounded = (above: number, below: number): number => Math.floor((2 * above + below) / (2 * below));

/**
 * What work cost, as the payroll's page has it: for each day at work, each accrual, and each day of a salary by the month.
 * `countedMs`: how much of a shift counts.
 */
export const laborAt = (known: readonly FakeEvent[], countedMs: (shift: Data) => number | null): Data[] => {
  const of = (type: string): Data[] => known.filter((event) => event.type === type).map(({ data }) => data);
  const home = new Map(of('EmployeeHired').map(({ employee_id, point_id }) => [employee_id, point_id]));
  /** Later ones of the same day take the place of earlier ones. */
  const terms = [
    ...new Map(of('SalaryTermsSet').map((it) => [`${it.employee_id} ${it.point_id} ${it.from}`, it])).values(),
  ].toSorted((a, b) => (String(a.from) < String(b.from) ? -1 : 1)) as Terms[];
  const latest = (employee: unknown, point: unknown, date: unknown): Terms | undefined =>
    terms.findLast((it) => it.employee_id === employee && it.point_id === point && String(it.from) <= String(date));
  const termsOn = ({ employee_id, point_id, date }: Data): Terms | undefined =>
    latest(employee_id, point_id, date) ?? latest(employee_id, home.get(employee_id), date);

  const days = Map.groupBy(of('ShiftAdded'), (shift) => `${shift.employee_id} ${shift.point_id} ${shift.date}`);
  const work = [...days.values()].map((shifts) => {
    const { salary_type_id, rate = 0 } = termsOn(shifts[0]!) ?? {};
    const hundredths = shifts.reduce((sum, shift) => sum + Math.round(Number(countedMs(shift)) / 36_000), 0);
    const byDay = shifts.some(({ check_in }) => check_in !== null) ? rate : 0;
    const cost = salary_type_id === 1 ? byDay : salary_type_id === 2 ? rounded(rate * hundredths, 100) : 0;
    return { ...shifts[0]!, cost };
  });

  const cancelled = new Set(of('AccrualCancelled').map(({ accrual_id }) => accrual_id));
  const accrued = known.flatMap(({ type, data }): Data[] => {
    if (!/^(SalaryAccrued|BonusGiven|FineImposed)$/.test(type) || cancelled.has(data.accrual_id)) return [];
    const fact = { ...data, date: data.business_date };
    const amount = Number(data.amount);
    if (type !== 'SalaryAccrued') return [{ ...fact, cost: type === 'BonusGiven' ? amount : -amount }];
    const { salary_type_id, rate = 0 } = termsOn(fact) ?? {};
    if (salary_type_id === 4 && data.kpi_percent !== null)
      return [{ ...fact, cost: rounded(rate * Math.round(Number(data.kpi_percent) * 100), 10_000) }];
    return [{ ...fact, cost: salary_type_id === 5 ? amount : 0 }];
  });

  const places = new Map(terms.map((it) => [`${it.employee_id} ${it.point_id}`, it]));
  const months = [...places.values()].flatMap(({ employee_id, point_id }) =>
    Array.from({ length: LAST + 1 }, (_, index) => dayOf(index)).flatMap((date): Data[] => {
      const { salary_type_id, rate = 0 } = latest(employee_id, point_id, date) ?? {};
      if (salary_type_id !== 3) return [];
      const { day, daysInMonth } = Temporal.PlainDate.from(date);
      const until = (last: number) => rounded(rate * last, daysInMonth);
      return [{ employee_id, point_id, date, cost: until(day) - until(day - 1) }];
    }),
  );
  return [...work, ...accrued, ...months];
};
