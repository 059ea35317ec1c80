import type pg from 'pg';
import type { IdentityKey } from '../../commands/claims/identities.ts';
import type { HistoryPoint } from './venue.ts';

export interface KnownShift {
  readonly shift_id: number;
  /** Milliseconds since the epoch; null: it is open. */
  readonly closed_at: number | null;
}

/** The till shifts of these days that were opened before, by the key from which each gets its id. */
export const knownShifts = async (
  pool: pg.Pool,
  keys: readonly IdentityKey[],
): Promise<ReadonlyMap<string, KnownShift>> => {
  const { rows } = await pool.query<{ key: string; shift_id: number; closed_at: Date | null }>(
    `select i.key, s.shift_id, s.closed_at
     from unnest($1::text[], $2::text[], $3::text[]) as k (kind, scope, key)
     join app.identities i on app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash(k.kind, k.scope, k.key)
     join read.till_shifts s on s.shift_id = i.id and s.known_to is null`,
    [keys.map(({ kind }) => kind), keys.map(({ scope }) => scope), keys.map(({ key }) => key)],
  );
  return new Map(
    rows.map(({ key, shift_id, closed_at }) => [key, { shift_id, closed_at: closed_at?.getTime() ?? null }]),
  );
};

/** The till shifts that are open now. */
export const openShifts = async (pool: pg.Pool, points: readonly HistoryPoint[]): Promise<number[]> => {
  const { rows } = await pool.query<{ shift_id: number }>(
    `select shift_id from read.till_shifts where known_to is null and point_id = any($1) and closed_at is null
     order by shift_id`,
    [points.map(({ point_id }) => point_id)],
  );
  return rows.map(({ shift_id }) => shift_id);
};

/**
 * The point without tables that are used, or booked on one of these days, by guests outside of this history: guests who
 * were sitting there when the demo was stopped.
 */
export const withFreeTables = async (
  pool: pg.Pool,
  point: HistoryPoint,
  { seed, from, to }: { readonly seed: string; readonly from: string; readonly to: string },
): Promise<HistoryPoint> => {
  const { rows } = await pool.query<{ table_id: number }>(
    `select table_id from read.walk_ins where point_id = $1
     union
     select h.table_id from read.table_holds h join read.reservations r using (reservation_id)
     where h.point_id = $1 and (h.seated_at is not null or h.date between $2 and $3)
       and not starts_with(coalesce(r.reservation->>'external_id', ''), $4 || '-')`,
    [point.point_id, from, to, seed],
  );
  const taken = new Set(rows.map(({ table_id }) => table_id));
  return { ...point, tables_to_book: point.tables.filter(({ id }) => !taken.has(id)) };
};
