import type pg from 'pg';
import type { Reservation } from '../../domain/reservations/events.ts';
import type { ReservationStatus } from '../../domain/reservations/status.ts';
import { joinReservation, RESERVATION_COLUMNS, type ReservationRow } from './reservation-row.ts';

/** Which reservations are listed: of a brand, at these points (null: all), through this key (null: any key). */
export interface ReservationScope {
  readonly brand_id: string;
  readonly point_ids: readonly string[] | null;
  readonly key_id: string | null;
}

export interface ReservationPeriod extends ReservationScope {
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly statuses: readonly ReservationStatus[] | null;
  readonly limit: number;
}

export const findReservation = async (
  pool: pg.Pool,
  brandId: string,
  reservationId: string,
): Promise<Reservation | undefined> => {
  const { rows } = await pool.query<ReservationRow>({
    name: 'read.find-reservation',
    text: 'select reservation, personal from read.reservations where brand_id = $1 and reservation_id = $2',
    values: [brandId, reservationId],
  });
  return rows[0] && joinReservation(rows[0]);
};

const LIST = `
  select ${RESERVATION_COLUMNS} from read.reservations
  where brand_id = $1
    and ($2::uuid[] is null or point_id = any($2))
    and ($3::uuid is null or (key_id = $3 and source = 'partner'))
    and date between $4 and $5
    and ($6::text[] is null or status = any($6))
  order by starts_at, reservation_id limit $7`;

/** By their start; one more than `limit` means that there are more. */
export const listReservations = async (pool: pg.Pool, period: ReservationPeriod): Promise<Reservation[]> => {
  const { brand_id, point_ids, key_id, from, to, statuses, limit } = period;
  const values = [brand_id, point_ids, key_id, from, to, statuses, limit + 1];
  return (await pool.query<ReservationRow>(LIST, values)).rows.map(joinReservation);
};

/** A place that another reservation holds, without anything about the guest. */
export interface OccupiedPlace {
  readonly point_id: string;
  readonly table_id: number | null;
  readonly date: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly guests: number;
  readonly is_seated: boolean;
}

const OCCUPANCY = `
  select point_id, table_id, to_char(date, 'YYYY-MM-DD') as date, start_time, end_time, guests,
    seated_at is not null as is_seated
  from read.table_holds
  where brand_id = $1 and ($2::uuid[] is null or point_id = any($2)) and date between $4 and $5
    and not (key_id = $3 and source = 'partner')
  order by starts_at, reservation_id`;

/** Places at these points in the period that are held by others than the key. */
export const occupancyOf = async (
  pool: pg.Pool,
  { brand_id, point_ids, key_id }: ReservationScope,
  from: string,
  to: string,
): Promise<OccupiedPlace[]> =>
  (await pool.query<OccupiedPlace>(OCCUPANCY, [brand_id, point_ids, key_id, from, to])).rows;

/** The reservations of a guest, by the phone in E.164. */
export const reservationsOfPhone = async (pool: pg.Pool, brandId: string, phone: string): Promise<Reservation[]> => {
  const text = `
    select ${RESERVATION_COLUMNS} from read.reservations where brand_id = $1 and personal ->> 'phone' = $2
    order by starts_at, reservation_id`;
  return (await pool.query<ReservationRow>(text, [brandId, phone])).rows.map(joinReservation);
};
