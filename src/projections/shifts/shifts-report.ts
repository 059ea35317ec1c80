import { invalid } from '../../domain/refusal.ts';
import { readNames } from '../reports/names-then.ts';
import { MAX_REPORT_ROWS, requireFewRows } from '../reports/report-size.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { type MoneyLine, readShiftMoney, SHIFT_MONEY_FROM, type ShiftMoney } from './shift-money.ts';

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
  /** Null, like the name: the cashier was erased. */
  readonly cashier_login: string | null;
  readonly cashier_name: string | null;
}

export interface ReportedShift extends ShiftRow, Omit<ShiftMoney, 'money'> {
  readonly money: readonly (MoneyLine & {
    readonly payment_type_name: string | null;
    readonly payment_purpose_name: string | null;
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
    s.accepted_at is not null as is_accepted, coalesce(e.login, s.cashier_login) as cashier_login,
    coalesce(e.name, s.cashier_name) as cashier_name, s.opening_cash
  from read.till_shifts as s
  left join read.names as p on p.brand_id = $1 and p.kind = 'point' and p.id = s.point_id::text and ${valid('p')}
  left join read.employees as e on e.employee_id = s.cashier_id and ${valid('e')}
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
  const { rows } = await db.query<ShiftRow & { opening_cash: number }>(SHIFTS(valid, days !== null), values);
  requireFewRows(rows.length);
  const sheets = await readShiftMoney({ db, valid }, rows);
  const nameOf = await readNames({ db, valid }, brand_id, ['payment_type', 'payment_purpose']);
  let lines = 0;
  return rows.map(({ opening_cash: _, ...shift }) => {
    const { money, ...sheet } = sheets.get(shift.shift_id)!;
    lines += money.length;
    if (lines > MAX_MONEY_LINES) throw invalid('report_too_large', { max: MAX_REPORT_ROWS });
    const named = money.map((line) => ({
      ...line,
      payment_type_name: nameOf('payment_type', line.payment_type_id),
      payment_purpose_name: nameOf('payment_purpose', line.payment_purpose_id),
    }));
    return { ...shift, ...sheet, money: named };
  });
};
