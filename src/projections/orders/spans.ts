import type pg from 'pg';
import type { EventOf } from '../../domain/event-catalogue.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import type { PartialIndex } from '../engine/projection.ts';
import { IS_OPEN, IS_OVER } from './open-orders.ts';

type Opening = Recorded<EventOf<'OrderPlaced' | 'ChequeOpened'>>;
type Ending = Recorded<EventOf<'ChequeClosed' | 'OrderDeleted'>>;

const HOUR_MS = 3_600_000;
/** Nearly all orders are closed sooner. */
const LONG_MS = 48 * HOUR_MS;
/** The clock of a till may be ahead by five minutes, and those of hosts differ a little. */
const SLACK_MS = 6 * 60_000;

/** SQL: the order is over, and was open for long. */
const WAS_LONG = `${IS_OVER} and ended_ms - began_ms > ${LONG_MS}`;

/** SQL: its beginning or its end was recorded at quite another time than when it happened. */
const WAS_LATE = `${IS_OVER} and (abs(began_recorded_ms - began_ms) > ${SLACK_MS} or abs(ended_recorded_ms - ended_ms) > ${SLACK_MS})`;
const WAS_LONG_IN_LOG = `${WAS_LATE} and ended_recorded_ms - began_recorded_ms > ${LONG_MS}`;

/**
 * From when to when an order was open at its point, in milliseconds: by what happened, and by what was recorded. Audits
 * find here which orders may have been open at a moment. Only the events of an order say whether it was. Ends are those
 * of its last closing, or its deletion. They say nothing of an order that is open again.
 */
export const SPAN_COLUMNS = {
  began_ms: 'bigint',
  ended_ms: 'bigint',
  began_recorded_ms: 'bigint',
  ended_recorded_ms: 'bigint',
} as const;

/** Orders come into them when they are over: those that are open have an index of their own. */
export const spanIndexes: readonly PartialIndex[] = [
  { columns: ['point_id', 'began_ms'], where: IS_OVER },
  { columns: ['point_id', 'ended_ms'], where: WAS_LONG },
  // An order that comes in at once costs no entry of these.
  { columns: ['point_id', 'began_recorded_ms'], where: WAS_LATE },
  { columns: ['point_id', 'ended_recorded_ms'], where: WAS_LONG_IN_LOG },
];

export const beginningOf = ({ recorded_at, metadata }: Opening) => ({
  began_ms: Date.parse(metadata.occurred_at),
  began_recorded_ms: Date.parse(recorded_at),
});

export const endOf = ({ recorded_at, metadata }: Ending) => ({
  ended_ms: Date.parse(metadata.occurred_at),
  ended_recorded_ms: Date.parse(recorded_at),
});

const AT_POINT = 'select order_id from read.orders where brand_id = $1 and point_id = $2';

const OPEN = `${AT_POINT} and ${IS_OPEN}`;

const BEGAN = `began_ms <= $3::bigint + ${SLACK_MS}`;
const NOT_ENDED = `ended_ms >= $3::bigint - ${SLACK_MS}`;

const HAPPENED = `
  ${AT_POINT} and ${IS_OVER} and ${BEGAN} and ${NOT_ENDED} and began_ms >= $3::bigint - ${LONG_MS + SLACK_MS}
  union ${AT_POINT} and ${WAS_LONG} and ${BEGAN} and ${NOT_ENDED}
  union ${OPEN} and ${BEGAN}`;

/** Times of the log are of one clock, and have microseconds. */
const RECORDED = 'began_recorded_ms <= $3::bigint + 1 and ended_recorded_ms >= $3::bigint - 1';

const IN_LOG = `${HAPPENED}
  union ${AT_POINT} and ${WAS_LATE} and ${RECORDED} and began_recorded_ms >= $3::bigint - ${LONG_MS}
  union ${AT_POINT} and ${WAS_LONG_IN_LOG} and ${RECORDED}`;

/** Every order that was open at the point at the time, by what happened, and some others. `time`: milliseconds; null: now. */
export const ordersNear = (pool: pg.Pool, brandId: string, pointId: string, time: number | null): Promise<number[]> =>
  find(pool, time === null ? OPEN : HAPPENED, [brandId, pointId, ...(time === null ? [] : [time])]);

/** The same by what was recorded: `time` is that of an event of the log. */
export const ordersRecordedNear = (pool: pg.Pool, brandId: string, pointId: string, time: number): Promise<number[]> =>
  find(pool, IN_LOG, [brandId, pointId, time]);

const find = async (pool: pg.Pool, text: string, values: readonly (string | number)[]): Promise<number[]> => {
  const { rows } = await pool.query<{ order_id: number }>(`${text} order by order_id`, [...values]);
  return rows.map(({ order_id }) => order_id);
};
