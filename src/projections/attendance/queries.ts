import type pg from 'pg';
import { mapInTurns } from '../../concurrency/turns.ts';
import type { AutomaticNote, ShiftContent } from '../../domain/attendance/events.ts';
import type { Standing } from '../../domain/employees/events.ts';
import type { OwnPoint } from '../../domain/employees/homes.ts';
import { foldText } from '../../domain/fold-text.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { assignmentOn } from './assignments.ts';
import { hundredthsOfHours, isOverlapping } from './hours.ts';

/** A shift with the names for display, and the employee's position of its day. Times are ISO 8601 instants in UTC. */
export interface ShiftRow {
  readonly shift_id: number;
  readonly employee_id: number;
  /** Null, like the name: the employee was erased. */
  readonly employee_login: string | null;
  readonly employee_name: string | null;
  readonly position_name: string;
  readonly point_id: string;
  readonly point_name: string;
  readonly timezone: string;
  /** Business day. */
  readonly date: string;
  readonly check_in: string | null;
  readonly check_out: string | null;
  readonly source: ShiftContent['source'];
  readonly automatic_note: AutomaticNote | null;
  readonly note: string | null;
  /** Of hours, as far as they count; null: an end is missing, or comes first. */
  readonly hundredths: number | null;
  /** Another shift of the employee, at whatever point, takes some of the same time. */
  readonly overlap: boolean | null;
}

type Stored<Row> = Omit<Row, 'check_in' | 'check_out'> & {
  readonly check_in: Date | null;
  readonly check_out: Date | null;
};

/** The most rows of one answer, as with every report. */
export const MAX_ROWS = 50_000;

export const SHIFTS_FROM = ['attendance', 'venue', 'names'] as const;

const shiftsQuery = (valid: Snapshot['valid']): string => `
  select s.shift_id, s.employee_id, e.login as employee_login, e.name as employee_name,
    case when a.position_id = e.position_id then e.position_name
      else coalesce(position.name, a.position_name) end as position_name,
    s.point_id, p.name as point_name, s.timezone, s.date, s.check_in, s.check_out, s.source, s.automatic_note, s.note,
    (${hundredthsOfHours('s', valid)})::bigint as hundredths, ${isOverlapping('s', valid)} as overlap
  from read.attendance_shifts s
  join read.employees e on e.employee_id = s.employee_id and ${valid('e')}
  join ${assignmentOn(valid, 's.employee_id', 's.date')} as a on true
  left join read.names position on position.brand_id = $1 and position.kind = 'position'
    and position.id = a.position_id::text and ${valid('position')}
  join read.names p on p.brand_id = $1 and p.kind = 'point' and p.id = s.point_id::text and ${valid('p')}
  where ${valid('s')} and s.brand_id = $1 and s.date between $2 and $3 and ($4::uuid[] is null or s.point_id = any($4))
  order by s.date, coalesce(s.check_in, s.check_out), s.shift_id
  limit ${MAX_ROWS + 1}`;

/**
 * Shifts of a brand by business day; only those of `pointIds`, unless it is null. One more than MAX_ROWS means: too
 * many. Needs the read models of SHIFTS_FROM.
 */
export const shiftsBetween = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  brandId: string,
  [from, to]: readonly [string, string],
  pointIds: readonly string[] | null,
): Promise<ShiftRow[]> => {
  const { rows } = await db.query<Stored<ShiftRow>>(shiftsQuery(valid), [brandId, from, to, pointIds]);
  return mapInTurns(rows, ({ check_in, check_out, ...row }) => ({
    ...row,
    check_in: check_in?.toISOString() ?? null,
    check_out: check_out?.toISOString() ?? null,
  }));
};

/** One shift of a brand, by the same rules. Undefined: there is none. */
export const findShift = async (
  { db, valid }: Pick<Snapshot, 'valid'> & { readonly db: Pick<pg.ClientBase, 'query'> },
  brandId: string,
  shiftId: number,
): Promise<ShiftRow | undefined> => {
  const { rows } = await db.query<{ date: string }>(
    `select s.date from read.attendance_shifts s where s.shift_id = $1 and ${valid('s')}`,
    [shiftId],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const shifts = await shiftsBetween({ db, valid }, brandId, [found.date, found.date], null);
  return shifts.find(({ shift_id }) => shift_id === shiftId);
};

export interface StaffRow {
  readonly employee_id: number;
  readonly name: string;
  readonly position_id: number;
  readonly position_name: string;
  readonly point_id: string | null;
  readonly point_name: string | null;
  readonly open_shift: { readonly shift_id: number; readonly check_in: string; readonly timezone: string } | null;
}

const STAFF = `
  select e.employee_id, e.name, e.position_id, e.position_name, e.point_id, p.name as point_name,
    s.shift_id, s.check_in, s.timezone
  from read.employees e
  left join read.points p on p.point_id = e.point_id
  left join lateral (
    select shift_id, check_in, timezone from read.attendance_shifts
    where known_to is null and employee_id = e.employee_id and check_in is not null and check_out is null
      and ($3::uuid[] is null or point_id = any($3))
    order by check_in desc limit 1
  ) s on true
  where e.known_to is null and e.brand_id = $1 and e.standing = 'active'
    and ($2::uuid[] is null or e.point_id = any($2))
  order by e.name, e.employee_id`;

type StaffStored = Omit<StaffRow, 'open_shift'> & {
  readonly shift_id: number | null;
  readonly check_in: Date;
  readonly timezone: string;
};

export interface StaffFilter {
  /** Employees of these points; null: of any point, or none. */
  readonly point_ids: readonly string[] | null;
  /** Part of their names, however it is written (see foldText); null: any name. */
  readonly search: string | null;
  /** The reader may see all shifts of these points; null: of every point. */
  readonly shifts_at: readonly string[] | null;
}

/**
 * Active employees by name, each with the attendance shift under way: of those that the reader may see, the one that
 * began last.
 */
export const activeStaff = async (
  pool: pg.Pool,
  brandId: string,
  { point_ids, search, shifts_at }: StaffFilter,
): Promise<StaffRow[]> => {
  const { rows } = await pool.query<StaffStored>(STAFF, [brandId, point_ids, shifts_at]);
  // Not in SQL: it folds texts in its own way, and all of them are read anyhow when there is no search.
  const part = search === null ? null : foldText(search);
  const found = rows.filter(({ name }) => part === null || foldText(name).includes(part));
  return mapInTurns(found, ({ shift_id, check_in, timezone, ...employee }) => ({
    ...employee,
    open_shift: shift_id === null ? null : { shift_id, check_in: check_in.toISOString(), timezone },
  }));
};

interface MarkedEmployee {
  readonly standing: Standing;
  /** The own point from a day on, or from an instant on if it is known; ascending by the first day. */
  readonly homes: readonly OwnPoint[];
}

/** Employees of a brand by id, whatever their standing. */
export const employeesByIds = async (
  pool: pg.Pool,
  brandId: string,
  ids: readonly number[],
): Promise<Map<number, MarkedEmployee>> => {
  const { rows } = await pool.query<MarkedEmployee & { employee_id: number }>({
    name: 'attendance.employees',
    text: `select employee_id, standing, homes from read.employees as e, lateral (
        select json_agg(json_build_object('from', from_date, 'point_id', point_id, 'point_times', point_times)
            order by from_date) as homes
        from read.employee_assignments as a where a.employee_id = e.employee_id and a.known_to is null) as assigned
      where known_to is null and brand_id = $1 and employee_id = any($2)`,
    values: [brandId, ids],
  });
  return new Map(rows.map(({ employee_id, ...employee }) => [employee_id, employee]));
};
