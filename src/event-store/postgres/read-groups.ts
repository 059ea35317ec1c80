import type pg from 'pg';
import type { EventGroup } from '../event-store.ts';
import { findShared, toMicrosecond } from './event-rows.ts';

/** Postgres puts the events in groups: under load hundreds of them are one row. */
const READ_GROUPS = `
  select type, category, shared_id, string_agg(position::text, ',' order by position) as positions,
    ${toMicrosecond('min(recorded_at)')} as recorded_from, ${toMicrosecond('max(recorded_at)')} as recorded_to
  from (
    select position, type, split_part(stream, '-', 1) as category, shared_id, recorded_at
    from log.events where position > $1 order by position limit $2
  ) stretch
  group by type, category, shared_id`;

interface GroupRow {
  readonly type: string;
  readonly category: string;
  readonly shared_id: string;
  readonly positions: string;
  readonly recorded_from: string;
  readonly recorded_to: string;
}

/** Not a named statement: its plan, kept from when the log was short, would scan the log when it is long. */
export const readGroups = async (pool: pg.Pool, afterPosition: number, limit: number): Promise<EventGroup[]> => {
  const { rows } = await pool.query<GroupRow>(READ_GROUPS, [afterPosition, limit]);
  const sharedById = await findShared(pool, new Set(rows.map(({ shared_id }) => shared_id)));
  return rows.map((row) => ({
    type: row.type,
    category: row.category,
    metadata: sharedById.get(row.shared_id)!,
    positions: row.positions.split(',').map(Number),
    recordedFrom: row.recorded_from,
    recordedTo: row.recorded_to,
  }));
};
