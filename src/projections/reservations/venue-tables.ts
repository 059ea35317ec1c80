import type pg from 'pg';

export interface VenueTable {
  readonly id: number;
  readonly name: string;
  readonly capacity: number | null;
  readonly hall_id: number;
  readonly hall_name: string;
  readonly seated: {
    readonly reservation_id: string | null;
    readonly guests: number;
    /** ISO 8601 instant. */
    readonly seated_at: string;
  } | null;
  readonly next_reservation: {
    readonly reservation_id: string;
    readonly date: string;
    readonly start_time: string;
    readonly end_time: string;
    readonly guests: number;
  } | null;
}

const TABLES = `
  with held as (
    select * from read.table_holds where point_id = $2 and (seated_at is not null or ends_at > $3)
  )
  select t.table_id as id, t.name, t.capacity, t.hall_id, h.name as hall_name,
    (
      select json_build_object(
        'reservation_id', s.reservation_id, 'guests', s.guests,
        'seated_at', to_char(s.seated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) from (
        select reservation_id, guests, seated_at from held where table_id = t.table_id and seated_at is not null
        union all
        select null, guests, seated_at from read.walk_ins where table_id = t.table_id
      ) s limit 1
    ) as seated,
    (
      select json_build_object(
        'reservation_id', n.reservation_id, 'date', to_char(n.date, 'YYYY-MM-DD'),
        'start_time', n.start_time, 'end_time', n.end_time, 'guests', n.guests
      ) from held n where n.table_id = t.table_id and n.seated_at is null order by n.starts_at limit 1
    ) as next_reservation
  from read.tables t join read.halls h using (hall_id)
  where t.brand_id = $1 and t.point_id = $2 and t.is_retired is not true
  order by t.hall_id, t.table_id`;

/** Tables of a point at an instant, in the order of their definition. */
export const tablesOf = async (pool: pg.Pool, brandId: string, pointId: string, at: string): Promise<VenueTable[]> =>
  (await pool.query<VenueTable>(TABLES, [brandId, pointId, at])).rows;
