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

/**
 * From when to when an order was open at its point, in milliseconds: by what happened and by what was recorded,
 * whichever makes it longer. Audits find here which orders may have been open at a moment. Only the events of an order
 * say whether it was. `ended_ms`: of its last closing, or its deletion. It says nothing of an order that is open again.
 */
export const SPAN_COLUMNS = { began_ms: 'bigint', ended_ms: 'bigint' } as const;

/** Orders come into them when they are over: those that are open have an index of their own. */
export const spanIndexes: readonly PartialIndex[] = [
  { columns: ['point_id', 'began_ms'], where: IS_OVER },
  { columns: ['point_id', 'ended_ms'], where: WAS_LONG },
];

const timesOf = ({ recorded_at, metadata }: Opening | Ending): [number, number] => [
  Date.parse(metadata.occurred_at),
  Date.parse(recorded_at),
];

export const beginningOf = (event: Opening): number => Math.min(...timesOf(event));

export const endOf = (event: Ending): number => Math.max(...timesOf(event));

const AT_POINT = 'select order_id from read.orders where brand_id = $1 and point_id = $2';

const OPEN = `${AT_POINT} and ${IS_OPEN}`;

const BEGAN = `began_ms <= $3::bigint + ${SLACK_MS}`;
const NOT_ENDED = `ended_ms >= $3::bigint - ${SLACK_MS}`;

const NEAR = `
  ${AT_POINT} and ${IS_OVER} and ${BEGAN} and ${NOT_ENDED} and began_ms >= $3::bigint - ${LONG_MS + SLACK_MS}
  union ${AT_POINT} and ${WAS_LONG} and ${BEGAN} and ${NOT_ENDED}
  union ${OPEN} and ${BEGAN}`;

/** Every order that was open at the point at the time, and some others. `time`: milliseconds; null: now. */
export const ordersNear = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
  time: number | null,
): Promise<number[]> => {
  const values = [brandId, pointId, ...(time === null ? [] : [time])];
  const text = `${time === null ? OPEN : NEAR} order by order_id`;
  const { rows } = await pool.query<{ order_id: number }>(text, values);
  return rows.map(({ order_id }) => order_id);
};
