import type pg from 'pg';
import type { Bound } from '../as-of/moment.ts';
import { validAt } from '../engine/versioned.ts';

/** A till shift that is open, or whose money is not handed over. Instants are ISO 8601 in UTC. */
export interface BoardShift {
  readonly shift_id: number;
  readonly shift_number: number;
  readonly cashier_id: number;
  /** As it was when the shift was opened. Null: the cashier was erased. */
  readonly cashier_name: string | null;
  readonly opened_at: string;
  /** Null: it was open. */
  readonly closed_at: string | null;
  /** The point's zone when the shift opened. */
  readonly timezone: string;
  readonly opening_cash: number;
}

/** A venue that never hands over has thousands: the last ones are shown. */
const MOST = 100;

const COLUMNS = 'shift_id, shift_number, cashier_id, cashier_name, opened_at, closed_at, timezone, opening_cash';

/** By what is known at a position of the log, or now. */
const KNOWN = (position: number | null): string => `
  select ${COLUMNS} from read.till_shifts s
  where brand_id = $1 and point_id = $2 and ${validAt('s', position)} and (closed_at is null or accepted_at is null)
  order by shift_number desc limit ${MOST}`;

/** By what happened until an instant. */
const HAPPENED = `
  select ${COLUMNS.replace('closed_at', 'case when closed_at <= $3 then closed_at end as closed_at')} from read.till_shifts s
  where brand_id = $1 and point_id = $2 and known_to is null and opened_at <= $3
    and (closed_at is null or closed_at > $3 or accepted_at is null or accepted_at > $3)
  order by shift_number desc limit ${MOST}`;

type Row = Omit<BoardShift, 'opened_at' | 'closed_at'> & { readonly opened_at: Date; readonly closed_at: Date | null };

/** The shifts of a point that were open or not handed over at a moment, by their numbers. */
export const boardShifts = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
  bound: Bound,
): Promise<BoardShift[]> => {
  const isInstant = bound !== null && 'instant' in bound;
  const { rows } = isInstant
    ? await pool.query<Row>(HAPPENED, [brandId, pointId, new Date(bound.instant)])
    : await pool.query<Row>(KNOWN(bound?.position ?? null), [brandId, pointId]);
  return rows.reverse().map((shift) => ({
    ...shift,
    opened_at: shift.opened_at.toISOString(),
    closed_at: shift.closed_at?.toISOString() ?? null,
  }));
};
