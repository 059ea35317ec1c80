import type pg from 'pg';
import { DEFAULT_TIMEZONE } from '../../domain/local-time.ts';
import type { Point } from '../../domain/points/state.ts';

const POINTS = `
  select point_id, brand_id, name, short_name, address, phone, latitude, longitude, delivery_distance, timezone,
    business_day_cutoff, preparation_minutes, working_hours, reservation_rules,
    accepts_orders_when_closed, logo,
    coalesce((
      select json_object_agg(d.date, json_build_object(
        'date', d.date, 'is_open', d.is_open, 'open', d.open, 'close', d.close, 'reason', d.reason
      )) from read.special_days d where d.point_id = p.point_id
    ), '{}') as special_days
  from read.points p
  where brand_id = $1 and ($2::uuid[] is null or point_id = any($2))
  order by name, point_id`;

/** Points of the brand, by name; only those of `pointIds`, unless it is null. */
export const listPoints = async (
  pool: pg.Pool,
  brandId: string,
  pointIds: readonly string[] | null,
): Promise<Point[]> => (await pool.query<Point>(POINTS, [brandId, pointIds])).rows;

/** The ids of the brand's points, by the name; of these alone, unless it is null. */
export const pointIdsOf = async (
  pool: pg.Pool,
  brandId: string,
  pointIds: readonly string[] | null,
): Promise<string[]> => {
  const { rows } = await pool.query<{ point_id: string }>(
    `select point_id from read.points where brand_id = $1 and ($2::uuid[] is null or point_id = any ($2))
     order by name, point_id`,
    [brandId, pointIds],
  );
  return rows.map(({ point_id }) => point_id);
};

export const findPoint = async (pool: pg.Pool, brandId: string, pointId: string): Promise<Point | undefined> =>
  (await listPoints(pool, brandId, [pointId]))[0];

export interface OpenShift {
  readonly shift_id: number;
  readonly shift_number: number;
  /** ISO 8601 instant in UTC. */
  readonly opened_at: string;
  /** The point's zone when the shift opened. */
  readonly timezone: string;
}

/**
 * The till shift that is open at the point now. Only the point's last shift can be open, so earlier ones are not
 * searched.
 */
export const openShiftOf = async (pool: pg.Pool, brandId: string, pointId: string): Promise<OpenShift | null> => {
  const { rows } = await pool.query<Omit<OpenShift, 'opened_at'> & { opened_at: Date }>(
    `select shift_id, shift_number, opened_at, timezone from (
       select * from read.till_shifts where known_to is null and point_id = $2 order by shift_number desc limit 1
     ) last
     where brand_id = $1 and closed_at is null`,
    [brandId, pointId],
  );
  return rows[0] ? { ...rows[0], opened_at: rows[0].opened_at.toISOString() } : null;
};

/** The point of a till shift of the brand, open or closed. */
export const pointOfShift = async (pool: pg.Pool, brandId: string, shiftId: number): Promise<string | undefined> => {
  const { rows } = await pool.query<{ point_id: string }>(
    'select point_id from read.till_shifts where known_to is null and brand_id = $1 and shift_id = $2',
    [brandId, shiftId],
  );
  return rows[0]?.point_id;
};

/** Whose till shift it is. */
export const cashierOfShift = async (pool: pg.Pool, brandId: string, shiftId: number): Promise<number | undefined> => {
  const { rows } = await pool.query<{ cashier_id: number }>(
    'select cashier_id from read.till_shifts where known_to is null and brand_id = $1 and shift_id = $2',
    [brandId, shiftId],
  );
  return rows[0]?.cashier_id;
};

/** Whether the brand has the table, at any point. */
export const isTableOfBrand = async (pool: pg.Pool, brandId: string, tableId: number): Promise<boolean> => {
  const { rowCount } = await pool.query('select from read.tables where brand_id = $1 and table_id = $2', [
    brandId,
    tableId,
  ]);
  return rowCount === 1;
};

export interface HallView {
  readonly id: number;
  readonly name: string;
  readonly tables: readonly { readonly id: number; readonly name: string; readonly capacity: number | null }[];
}

/**
 * Halls of a point with their tables, in the order of their definition. Tables are found by the point, which is
 * indexed.
 */
export const hallsOf = async (pool: pg.Pool, brandId: string, pointId: string): Promise<HallView[]> => {
  const { rows } = await pool.query<HallView>(
    `select h.hall_id as id, h.name, coalesce(
       json_agg(json_build_object('id', t.table_id, 'name', t.name, 'capacity', t.capacity) order by t.table_id)
         filter (where t.table_id is not null),
       '[]') as tables
     from read.halls h left join read.tables t
       on t.point_id = h.point_id and t.hall_id = h.hall_id and t.is_retired is not true
     where h.brand_id = $1 and h.point_id = $2 and h.is_retired is not true
     group by h.hall_id, h.name
     order by h.hall_id`,
    [brandId, pointId],
  );
  return rows;
};

/**
 * The zone for times that belong to no single point: the one that most of these points have, or of all (null). So a new point
 * elsewhere seldom changes it.
 */
export const brandTimezone = async (
  pool: pg.Pool,
  brandId: string,
  pointIds: readonly string[] | null,
): Promise<string> => {
  const { rows } = await pool.query<{ timezone: string }>(
    `select timezone from read.points where brand_id = $1 and ($2::uuid[] is null or point_id = any ($2))
     group by timezone order by count(*) desc, timezone limit 1`,
    [brandId, pointIds],
  );
  return rows[0]?.timezone ?? DEFAULT_TIMEZONE;
};

/** The zones of these points, or of all (null): at least one. */
export const timezonesOf = async (
  pool: pg.Pool,
  brandId: string,
  pointIds: readonly string[] | null,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ timezone: string }>(
    'select distinct timezone from read.points where brand_id = $1 and ($2::uuid[] is null or point_id = any ($2))',
    [brandId, pointIds],
  );
  return rows.length > 0 ? rows.map(({ timezone }) => timezone) : [DEFAULT_TIMEZONE];
};

/** The till shifts that ever had this cashier. */
export const shiftsOfCashier = async (pool: pg.Pool, brandId: string, employeeId: number): Promise<number[]> => {
  const text = `select shift_id from read.till_shifts
    where brand_id = $1 and cashier_id = $2 and known_to is null order by shift_id`;
  return (await pool.query<{ shift_id: number }>(text, [brandId, employeeId])).rows.map(({ shift_id }) => shift_id);
};
