import { mapInTurns, sortInTurns } from '../../../concurrency/turns.ts';
import { compareNames } from '../../../domain/personal/compare-names.ts';
import type { Motivated } from '../../../domain/reports/payroll/motivation.ts';
import type { PayrollDay, PayrollRow } from '../../../domain/reports/payroll/payroll.ts';
import { requireFewRows } from '../../reports/report-size.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import type { AssignedMotivation } from './bases.ts';
import { readMotivations, readNames, type StaffMember } from './queries-staff.ts';
import type { PayrollQuestion } from './question.ts';
import { readPayroll } from './read.ts';

type Payment = PayrollRow['payments'][number];

/** A row with the names of the moment. */
export interface NamedRow extends Omit<PayrollRow, 'hundredths' | 'motivation_programs' | 'payments'>, StaffMember {
  readonly point_name: string;
  readonly working_hours: number;
  readonly motivation_programs: readonly (Motivated & Pick<AssignedMotivation, 'name' | 'calculation_type'>)[];
  readonly payments: readonly (Payment & { readonly name: string })[];
}

/** The payroll of a period, by the names of employees and points. Throws report_too_large. */
export const readPayrollReport = async (snapshot: Snapshot, asked: PayrollQuestion): Promise<NamedRow[]> => {
  const { brand_id } = asked;
  const motivations = await readMotivations(snapshot, brand_id);
  const payroll = await readPayroll(snapshot, asked, { motivations, withBalances: true });
  const rows = await payroll.rows(payroll.programs);
  requireFewRows(rows.length);
  const name = await namesFor(snapshot, brand_id, motivations);
  const named = await mapInTurns(rows, ({ hundredths, ...row }): NamedRow => {
    const member = payroll.staff.get(row.employee_id)!;
    return { ...row, ...member, ...name(row), working_hours: hundredths / 100 };
  });
  return sortInTurns(named, byName);
};

/** A day with the names of the moment. */
export interface NamedDay extends Omit<PayrollDay, 'hundredths' | 'motivation_programs' | 'payments'> {
  readonly point_name: string;
  readonly working_hours: number;
  readonly motivation_programs: NamedRow['motivation_programs'];
  readonly payments: NamedRow['payments'];
}

/** One employee's days of a period, by date and the names of points. They add up to the rows of the payroll. */
export const readPayrollDays = async (
  snapshot: Snapshot,
  asked: PayrollQuestion,
  employeeId: number,
): Promise<NamedDay[]> => {
  const motivations = await readMotivations(snapshot, asked.brand_id);
  const payroll = await readPayroll(snapshot, asked, { motivations, withBalances: false });
  const name = await namesFor(snapshot, asked.brand_id, motivations);
  const days = payroll.daysOf(employeeId).map(({ hundredths, ...day }) => ({
    ...day,
    ...name(day),
    working_hours: hundredths / 100,
  }));
  return days.toSorted(
    (one, other) =>
      one.date.localeCompare(other.date) ||
      one.point_name.localeCompare(other.point_name) ||
      (one.point_id < other.point_id ? -1 : 1),
  );
};

/** What gives a row the names of its point, its motivations and the purposes of its payments. */
const namesFor = async (snapshot: Snapshot, brandId: string, motivations: readonly AssignedMotivation[]) => {
  const points = await readNames(snapshot, brandId, 'point');
  const purposes = await readNames(snapshot, brandId, 'payment_purpose');
  const programs = new Map(motivations.map((motivation) => [motivation.motivation_id, motivation]));
  return ({
    point_id,
    motivation_programs,
    payments,
  }: Pick<PayrollRow, 'point_id' | 'motivation_programs' | 'payments'>) => ({
    point_name: points.get(point_id) ?? '',
    motivation_programs: motivation_programs.map((motivated) => {
      const { name, calculation_type } = programs.get(motivated.motivation_id)!;
      return { ...motivated, name, calculation_type };
    }),
    payments: payments.map((payment) => ({
      ...payment,
      name: purposes.get(String(payment.payment_purpose_id)) ?? '',
    })),
  });
};

interface Named {
  readonly employee_id: number;
  readonly employee_name: string | null;
  readonly point_id: string;
  readonly point_name: string;
}

/** Employees by name, each one's points by name. */
export const byName = (one: Named, other: Named): number =>
  compareNames(one.employee_name, other.employee_name) ||
  one.employee_id - other.employee_id ||
  one.point_name.localeCompare(other.point_name) ||
  (one.point_id < other.point_id ? -1 : 1);
