import { mapInTurns } from '../../../concurrency/turns.ts';
import type { Program } from '../../../domain/reports/payroll/facts.ts';
import { type PayrollDay, type PayrollRow, payrollDays, payrollRow } from '../../../domain/reports/payroll/payroll.ts';
import { readAssignments } from '../../attendance/assignments.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import { type AssignedMotivation, type Bases, basesOf, type Level } from './bases.ts';
import { mergeLevels, placesOf } from './places.ts';
import { readAccruals, readDebts, readPayments, readWagesKept, readWork } from './queries-facts.ts';
import { readSales } from './queries-sales.ts';
import {
  readBalances,
  readFolders,
  readStaff,
  readTerms,
  type StaffMember,
  type StoredBalance,
} from './queries-staff.ts';
import type { PayrollQuestion, Reach } from './question.ts';

export const PAYROLL_READ_MODELS = ['payroll', 'attendance', 'cheques', 'venue', 'names'] as const;

/** The report for the programs at a place, and the employee of each row. */
export interface Payroll {
  readonly staff: ReadonlyMap<number, StaffMember>;
  readonly programs: readonly Program[];
  /** The rows, by these of the programs. */
  rows(programs: readonly Program[]): Promise<PayrollRow[]>;
  /** One employee's days at each place: they add up to the rows. */
  daysOf(employeeId: number): PayrollDay[];
}

/** Reads what a payroll needs. `motivations` are those that are to be counted; `balances`: whether they matter. */
export const readPayroll = async (
  snapshot: Snapshot,
  asked: PayrollQuestion,
  {
    motivations,
    withBalances,
  }: { readonly motivations: readonly AssignedMotivation[]; readonly withBalances: boolean },
): Promise<Payroll> => {
  const { brand_id } = asked;
  const staff = await readStaff(snapshot, brand_id, asked.date_to);
  const assignments = await readAssignments(snapshot, brand_id);
  const terms = await readTerms(snapshot, brand_id);
  const balances = withBalances ? await readBalances(snapshot, asked) : [];
  const reach = reachOf(asked, balances);
  const bases = await basesOf(motivations, await foldersFor(snapshot, brand_id, motivations));
  const sold = await readSold(snapshot, { ...asked, ...reach }, bases);
  const work = await readWork(snapshot, asked, reach);
  const accruals = await readAccruals(snapshot, asked, reach);
  const payments = await readPayments(snapshot, asked, reach);
  const wagesKept = await readWagesKept(snapshot, asked, reach);
  const debts = await readDebts(snapshot, asked);
  const { programs } = bases;
  const gathered = { assignments, terms, balances, work, accruals, payments, wagesKept, debts, sold, programs };
  const places = await placesOf(gathered, asked.point_ids);
  return {
    staff,
    programs,
    rows: async (chosen) => {
      const rows = await mapInTurns(places, (place) => {
        snapshot.signal.throwIfAborted();
        return payrollRow(place, chosen, asked) ?? [];
      });
      return rows.flat();
    },
    daysOf: (employeeId) =>
      places
        .filter(({ employee_id }) => employee_id === employeeId)
        .flatMap((place) => payrollDays(place, programs, asked)),
  };
};

const reachOf = ({ date_from }: PayrollQuestion, balances: readonly StoredBalance[]): Reach => ({
  since: balances.reduce((first, { date }) => (date < first ? date : first), date_from),
  balanced_ids: [...new Set(balances.map(({ employee_id }) => employee_id))],
});

const foldersFor = (snapshot: Snapshot, brandId: string, motivations: readonly AssignedMotivation[]) =>
  motivations.some(({ scope }) => scope.menu_folder_ids !== null)
    ? readFolders(snapshot, brandId)
    : { folders: [], products: [] };

const readSold = async (snapshot: Snapshot, asked: PayrollQuestion & Reach, { bases, programs }: Bases) => {
  const ofPoints = programs.filter(({ calculation_type }) => calculation_type === 'point_sales_percent');
  const read = (level: Level) => {
    const ofLevel = bases.filter((base) => base.level === level);
    const is_of_points = ofPoints.some(({ base }) => bases[base]!.level === level);
    return readSales(snapshot, { ...asked, bases: ofLevel, is_of_points });
  };
  return mergeLevels(bases, {
    cheque: await read('cheque'),
    line: await read('line'),
    line_of_cheque: await read('line_of_cheque'),
  });
};
