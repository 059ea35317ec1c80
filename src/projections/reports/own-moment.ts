import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Queryable } from '../engine/schema.ts';
import { INDEX_PROCESS } from '../event-index/candidates.ts';
import { unpackPositions } from '../event-index/postings.ts';
import { BLOCKS, INDEX_SCHEMA, POSTINGS } from '../event-index/tables.ts';
import { termOfBrand } from '../event-index/terms.ts';
import type { Moment } from './moment.ts';

type Reader = Pick<EventStore, 'readAll' | 'readAt'>;

const blocks = `${INDEX_SCHEMA}.${BLOCKS}`;
const postings = `${INDEX_SCHEMA}.${POSTINGS}`;

/** Events that are read at once. */
const PAGE = 256;

/** The brand's events near a position: in the long block around it, in the one before, and in all short blocks. */
const NEAR = `
  select state.indexed, near.positions
  from (
    select c.position as indexed from app.process_checkpoints c
    where c.process = '${INDEX_PROCESS}' and c.position = (select max(last_position) from ${blocks})
  ) state
  left join lateral (
    (select positions from ${postings} where term = $1 and last_position >= $2 order by last_position limit 1)
    union all
    (select positions from ${postings} where term = $1 and last_position < $2 order by last_position desc limit 1)
    union all
    (select b.postings[array_position(b.terms, $1)] from ${blocks} b where b.terms is not null and $1 = any (b.terms))
  ) near on true`;

/**
 * The brand's own last event up to a position. The last event of the log may be another brand's, and when that was recorded
 * is not the caller's business. Nothing of the brand happened in between, so what is true of one is true of the other.
 * Costs a look into the index of the log, and a walk over what the index does not have yet.
 */
export const ownMoment = async (db: Queryable, store: Reader, brandId: string, position: number): Promise<Moment> => {
  const { rows } = await db.query<{ indexed: number; positions: Buffer | null }>(NEAR, [
    termOfBrand(brandId),
    position,
  ]);
  const newer = await lastAfter(store, brandId, rows[0]?.indexed ?? 0, position);
  if (newer) return newer;
  const known = rows.flatMap(({ positions }) => (positions ? unpackPositions(positions) : []));
  const last = known.filter((each) => each <= position).reduce((one, other) => Math.max(one, other), 0);
  const [event] = last > 0 ? await store.readAt([last]) : [];
  return event ? momentOf(event) : { position: 0, recorded_at: null };
};

const momentOf = ({ position, recorded_at }: RecordedEvent): Moment => ({ position, recorded_at });

const lastAfter = async (store: Reader, brandId: string, after: number, upTo: number): Promise<Moment | undefined> => {
  let last: RecordedEvent | undefined;
  for (let from = after; from < upTo; from = last!.position) {
    const events = await store.readAll(from, PAGE, { brandId });
    const within = events.filter(({ position }) => position <= upTo);
    last = within.at(-1) ?? last;
    if (within.length < PAGE) break;
  }
  return last && momentOf(last);
};
