import type pg from 'pg';
import type { PartEntity } from './projection.ts';

/** The log positions of the events of these entities, ascending; [] if the brand has none of them. */
export const positionsOf = async (
  pool: pg.Pool,
  brandId: string,
  entity: PartEntity,
  ids: readonly number[],
): Promise<number[]> => {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ position: number }>({
    name: 'read.entity-events',
    text: `select distinct position from read.entity_events
      where brand_id = $1 and entity = $2 and entity_id = any ($3) order by position`,
    values: [brandId, entity, ids],
  });
  return rows.map(({ position }) => position);
};
