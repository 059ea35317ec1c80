import { mapInTurns } from '../../concurrency/turns.ts';
import { invalid } from '../../domain/refusal.ts';
import { personName } from '../accounts/person-behind.ts';
import { readNames } from '../reports/names-then.ts';
import { MAX_REPORT_ROWS, requireFewRows } from '../reports/report-size.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import {
  type MoneyLine,
  type MovementLine,
  readShiftMoney,
  SHIFT_MONEY_FROM,
  type ShiftMoney,
  type TypeLine,
} from './shift-money.ts';

export interface ShiftsFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  /** Business days of the opening, both included. Null: the shifts that are open. */
  readonly days: { readonly date_from: string; readonly date_to: string } | null;
}

/** Times are local, `YYYY-MM-DD HH:MM:SS`. */
interface ShiftRow {
  readonly shift_id: number;
  readonly point_id: string;
  readonly point_name: string | null;
  readonly shift_number: number;
  readonly business_date: string;
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly is_open: boolean;
  readonly is_accepted: boolean;
  /** Null, like the name: a key accepted it, or nobody yet. */
  readonly accepted_by_account_id: number | null;
  readonly accepted_by_name: string | null;
  /** Null, like the name: the cashier was erased. */
  readonly cashier_login: string | null;
  readonly cashier_name: string | null;
  readonly opening_cash: number;
  /** Null: not counted. */
  readonly counted_cash: number | null;
  /** Null: the shift is open. */
  readonly left_cash: number | null;
}

interface NamedType {
  readonly payment_type_name: string | null;
}

interface NamedPurpose extends NamedType {
  readonly payment_purpose_name: string | null;
}

type NamedLists = 'money' | 'sales' | 'deposits' | 'returns' | 'movements' | 'employee_debts';

export interface ReportedShift extends ShiftRow, Omit<ShiftMoney, NamedLists> {
  readonly money: readonly (MoneyLine & NamedPurpose)[];
  /** Counted less what should be in the drawer. Null: not counted. */
  readonly cash_difference: number | null;
  readonly sales: readonly (TypeLine & NamedType)[];
  readonly deposits: readonly (TypeLine & NamedType)[];
  readonly returns: readonly (TypeLine & NamedType)[];
  readonly movements: readonly (MovementLine & NamedPurpose)[];
  /** The name is null if the employee was erased. */
  readonly employee_debts: readonly (ShiftMoney['employee_debts'][number] & {
    readonly employee_name: string | null;
  })[];
}

/** The read models that `readShifts` reads. */
export const SHIFTS_FROM = ['venue', 'names', ...SHIFT_MONEY_FROM];

/** All lines of money of a report: more of them would be an answer of more than fifty megabytes. */
const MAX_MONEY_LINES = 200_000;

const local = (column: string): string => `to_char(s.${column} at time zone s.timezone, 'YYYY-MM-DD HH24:MI:SS')`;

const SHIFTS = (valid: Snapshot['valid'], isOfDays: boolean): string => `
  select s.shift_id, s.point_id, p.name as point_name, s.shift_number, s.business_date,
    ${local('opened_at')} as opened_at, ${local('closed_at')} as closed_at, s.closed_at is null as is_open,
    s.accepted_at is not null as is_accepted, s.accepted_by as accepted_by_account_id,
    ${personName('s.accepted_by', 'a')} as accepted_by_name, coalesce(e.login, s.cashier_login) as cashier_login,
    coalesce(e.name, s.cashier_name) as cashier_name, s.opening_cash, s.counted_cash,
    case when s.closed_at is null then null else s.left_cash end as left_cash
  from read.till_shifts as s
  left join read.names as p on p.brand_id = $1 and p.kind = 'point' and p.id = s.point_id::text and ${valid('p')}
  left join read.employees as e on e.employee_id = s.cashier_id and ${valid('e')}
  left join read.people as a on a.account_id = s.accepted_by and ${valid('a')}
  where s.brand_id = $1 and ($2::uuid[] is null or s.point_id = any ($2)) and ${valid('s')}
    and ${isOfDays ? 's.business_date between $3 and $4' : 's.closed_at is null'}
  order by s.business_date, p.name, s.shift_number, s.shift_id
  limit ${MAX_REPORT_ROWS + 1}`;

/**
 * Till shifts, as they were at the moment of the snapshot, with all that happened in them. See docs/reports.md#till-shifts.
 * Throws report_too_large.
 */
export const readShifts = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  { brand_id, point_ids, days }: ShiftsFilter,
): Promise<ReportedShift[]> => {
  const values = [brand_id, point_ids, ...(days ? [days.date_from, days.date_to] : [])];
  const { rows } = await db.query<ShiftRow>(SHIFTS(valid, days !== null), values);
  requireFewRows(rows.length);
  const sheets = await readShiftMoney({ db, valid }, rows);
  const nameOf = await readNames({ db, valid }, brand_id, ['payment_type', 'payment_purpose']);
  const employees = await readEmployees({ db, valid }, [...sheets.values()]);
  const withType = <Line extends TypeLine>(line: Line): Line & NamedType => ({
    ...line,
    payment_type_name: nameOf('payment_type', line.payment_type_id),
  });
  const withPurpose = <Line extends MoneyLine>(line: Line): Line & NamedPurpose => ({
    ...withType(line),
    payment_purpose_name: nameOf('payment_purpose', line.payment_purpose_id),
  });
  let lines = 0;
  return mapInTurns(rows, (shift) => {
    const { money, sales, deposits, returns, movements, employee_debts, ...sheet } = sheets.get(shift.shift_id)!;
    lines += money.length + movements.length;
    if (lines > MAX_MONEY_LINES) throw invalid('report_too_large', { max: MAX_REPORT_ROWS });
    const { opening_cash, counted_cash, left_cash, accepted_by_account_id, accepted_by_name, ...contract } = shift;
    const { service_amount, ...sums } = sheet;
    return {
      ...contract,
      ...sums,
      money: money.map(withPurpose),
      opening_cash,
      counted_cash,
      left_cash,
      cash_difference: counted_cash === null ? null : counted_cash - sheet.cash_balance,
      service_amount,
      sales: sales.map(withType),
      deposits: deposits.map(withType),
      returns: returns.map(withType),
      movements: movements.map(withPurpose),
      employee_debts: employee_debts.map((debt) => ({
        ...debt,
        employee_name: employees.get(debt.employee_id) ?? null,
      })),
      accepted_by_account_id,
      accepted_by_name,
    };
  });
};

export interface NamedShift {
  readonly shift_id: number;
  readonly brand_id: string;
  readonly point_id: string;
}

/** Whether the shift was closed by then. It costs a look at one row. */
export const isEnded = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  { shift_id }: Pick<NamedShift, 'shift_id'>,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `select from read.till_shifts as s where shift_id = $1 and closed_at is not null and ${valid('s')}`,
    [shift_id],
  );
  return rowCount === 1;
};

/** One shift, and the id of its cashier. Undefined: there is none. */
export const readShift = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  { brand_id, point_id, shift_id }: NamedShift,
): Promise<(ReportedShift & { readonly cashier_id: number }) | undefined> => {
  const { rows } = await db.query<{ cashier_id: number; business_date: string }>(
    `select cashier_id, business_date from read.till_shifts as s where shift_id = $1 and ${valid('s')}`,
    [shift_id],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const days = { date_from: found.business_date, date_to: found.business_date };
  const shifts = await readShifts({ db, valid }, { brand_id, point_ids: [point_id], days });
  const shift = shifts.find((each) => each.shift_id === shift_id);
  return shift && { ...shift, cashier_id: found.cashier_id };
};

/** The names of those who owe for the cheques of these shifts. */
const readEmployees = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  sheets: readonly ShiftMoney[],
): Promise<ReadonlyMap<number, string | null>> => {
  const ids = [...new Set(sheets.flatMap(({ employee_debts }) => employee_debts.map((debt) => debt.employee_id)))];
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ employee_id: number; name: string | null }>(
    `select employee_id, name from read.employees as e where employee_id = any ($1) and ${valid('e')}`,
    [ids],
  );
  return new Map(rows.map(({ employee_id, name }) => [employee_id, name]));
};
