import type pg from 'pg';
import type { Taken } from '../../domain/reservation-book/availability.ts';
import { staysUntil } from '../../domain/reservation-book/busy.ts';
import { LONGEST_MS } from '../../domain/reservation-book/holds.ts';

interface TakenRow {
  readonly table_id: number | null;
  readonly starts: number | null;
  readonly ends: number | null;
  readonly seated: number | null;
}

/** Guests who sit there are asked for whenever they came: they may stay beyond their time. */
const TAKEN = `
  select table_id, ms(starts_at) as starts, ms(ends_at) as ends, ms(seated_at) as seated
  from read.table_holds
  where brand_id = $1 and point_id = $2 and starts_at >= $3 and starts_at < $4
  union all
  select table_id, ms(starts_at), ms(ends_at), ms(seated_at)
  from read.table_holds
  where brand_id = $1 and point_id = $2 and seated_at is not null and not (starts_at >= $3 and starts_at < $4)
  union all
  select table_id, null, null, ms(seated_at) from read.walk_ins where brand_id = $1 and point_id = $2`.replace(
  /ms\((\w+)\)/g,
  '(extract(epoch from $1) * 1000)::bigint',
);

/** What is taken at a point between two instants (milliseconds), by whoever. */
export const takenPlaces = async (
  pool: pg.Pool,
  place: { readonly brand_id: string; readonly point_id: string; readonly timezone: string },
  from: number,
  to: number,
  now: number,
): Promise<Taken[]> => {
  const { rows } = await pool.query<TakenRow>({
    name: 'read.taken-places',
    text: TAKEN,
    values: [place.brand_id, place.point_id, new Date(from - LONGEST_MS), new Date(to)],
  });
  return rows.flatMap(({ table_id, starts, ends, seated }) => {
    const taken: Taken[] = [];
    const time = starts !== null && ends !== null ? { starts, ends } : undefined;
    if (time) taken.push({ table_id, from: time.starts, to: time.ends });
    const until = seated === null ? undefined : staysUntil(time, place.timezone, now);
    if (seated !== null && until !== undefined) taken.push({ table_id, from: seated, to: until });
    return taken;
  });
};
