import type pg from 'pg';
import type { EventOf } from '../../domain/event-catalogue.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import type { BatchWriter, TableDefinition } from '../engine/projection.ts';

type Opening = Recorded<EventOf<'OrderPlaced' | 'ChequeOpened'>>;
type Ending = Recorded<EventOf<'ChequeClosed' | 'OrderDeleted'>>;
type Reopening = Recorded<EventOf<'ChequeReopened'>>;

const HOUR_MS = 3_600_000;
/** Nearly all orders are closed sooner. */
const LONG_MS = 48 * HOUR_MS;
/** The clock of a till may be ahead by five minutes, and those of hosts differ a little. */
const SLACK_MS = 6 * 60_000;
const NEVER = Number.MAX_SAFE_INTEGER;

/** The end of an order that was open for long, or is open now; null for all others. */
const LONG_END = `(case when ended_ms is null then ${NEVER} when ended_ms - began_ms > ${LONG_MS} then ended_ms end)`;

/**
 * From when to when an order was open at its point, in milliseconds: by what happened and by what was recorded,
 * whichever makes it longer. Audits find here which orders may have been open at a moment. Only the events of an order
 * say whether it was.
 */
export const orderSpansTable: TableDefinition = {
  name: 'order_spans',
  columns: {
    order_id: 'bigint',
    brand_id: 'uuid',
    point_id: 'uuid',
    began_ms: 'bigint',
    /** Of its last closing, or its deletion. Null: it is open. */
    ended_ms: 'bigint',
  },
  key: ['order_id'],
  indexes: [
    ['point_id', 'began_ms'],
    ['point_id', LONG_END],
  ],
};

const timesOf = ({ recorded_at, metadata }: Opening | Ending): [number, number] => [
  Date.parse(metadata.occurred_at),
  Date.parse(recorded_at),
];

export const beginSpan = (event: Opening, write: BatchWriter): void => {
  const { order_id, brand_id, point_id } = event.data;
  write.put('order_spans', { order_id, brand_id, point_id, began_ms: Math.min(...timesOf(event)) });
};

export const endSpan = (event: Ending, write: BatchWriter): void =>
  write.patch('order_spans', { order_id: event.data.order_id }, { ended_ms: Math.max(...timesOf(event)) });

export const reopenSpan = ({ data: { order_id } }: Reopening, write: BatchWriter): void =>
  write.patch('order_spans', { order_id }, { ended_ms: null });

const NEAR = `
  select order_id from read.order_spans
  where brand_id = $1 and point_id = $2 and began_ms between $3::bigint - ${LONG_MS + SLACK_MS} and $3 + ${SLACK_MS}
    and (ended_ms is null or ended_ms >= $3 - ${SLACK_MS})
  union
  select order_id from read.order_spans
  where brand_id = $1 and point_id = $2 and ${LONG_END} >= $3 - ${SLACK_MS} and began_ms <= $3 + ${SLACK_MS}
  order by order_id`;

const OPEN = `
  select order_id from read.order_spans
  where brand_id = $1 and point_id = $2 and ${LONG_END} = ${NEVER} order by order_id`;

/** Every order that was open at the point at the time, and some others. `time`: milliseconds; null: now. */
export const ordersNear = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
  time: number | null,
): Promise<number[]> => {
  const values = [brandId, pointId, ...(time === null ? [] : [time])];
  const { rows } = await pool.query<{ order_id: number }>(time === null ? OPEN : NEAR, values);
  return rows.map(({ order_id }) => order_id);
};
