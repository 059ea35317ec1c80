import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { toBusinessDate } from '../../domain/local-time.ts';
import { addDays, nearestInstantOf } from '../../domain/reservations/local-clock.ts';
import { findPoint } from '../../projections/points/queries.ts';
import type { Tillstream } from '../../tillstream.ts';
import { FLOAT } from '../history/float.ts';
import { type Hands, openHands } from '../history/hands.ts';
import { createNamedIds } from '../history/named-ids.ts';
import type { TimeMachine } from '../history/time-machine.ts';
import { type HistoryPoint, loadPoints } from '../history/venue.ts';
import { createAttendance } from './attendance.ts';
import { sellEarlier } from './earlier-sales.ts';
import { createLife, type LifeOptions } from './life.ts';

export interface DemoLifeOptions {
  readonly tillstream: Tillstream;
  /** The clock of that Tillstream. */
  readonly time: Pick<TimeMachine, 'now' | 'at'>;
  readonly log: Logger;
  /** On the first start, what is going on has begun so long ago: milliseconds. 130 minutes unless told. */
  readonly pastMs?: number;
}

export interface DemoLife {
  /** The last hours have passed: it goes on at the pace of the clock. */
  readonly isNow: Promise<void>;
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;
const TICK_MS = 20_000;
const PAST_MS = 130 * MINUTE_MS;
const PAST_STEP_MS = 3 * MINUTE_MS;
const OPENING = '08:00';
const CLOSING = '23:40';

/**
 * Lets the demo live: guests who come, order, wait and pay, and the people who serve them. On the first start of a brand
 * it is in the middle of a day, beside the same weekday a week before; the last hours pass in the background, within
 * seconds. Newcomers' own orders are left to the simulated till.
 */
export const startDemoLife = async ({
  tillstream,
  time,
  log,
  pastMs = PAST_MS,
}: DemoLifeOptions): Promise<DemoLife> => {
  const { pool, store, shown } = tillstream;
  const hands = await openHands(tillstream, createNamedIds(), 'life');
  const points = await loadPoints(pool, hands.brand_id);
  const began = time.now();
  // The clock is turned back for what is past alone.
  const at: LifeOptions['at'] = (moment, work) => (moment < began ? time.at(moment, work) : work());
  const life = createLife({ hands, pool, points, at, log });
  const staff = points.map((point) => ({ point, attendance: createAttendance({ hands, point, log }) }));
  const stopping = new AbortController();
  const fresh: HistoryPoint[] = [];
  for (const point of points) if (await isFresh(tillstream, point)) fresh.push(point);
  for (const point of fresh) await openTill({ hands, pool, point, now: began, pastMs });

  const checkIn = async (now: number): Promise<void> => {
    for (const { attendance } of staff) await attendance.tick(now);
  };
  const livePast = async (): Promise<void> => {
    await Promise.all(fresh.map((point) => sellToday({ hands, pool, point, now: began, pastMs })));
    for (let past = began - pastMs; past < began && !stopping.signal.aborted; past += PAST_STEP_MS) {
      await shown(await store.head());
      await life.tick(past);
    }
    for (const { point, attendance } of staff) {
      if (!fresh.includes(point) || stopping.signal.aborted) continue;
      await attendance.recordPast(await businessDay({ hands, pool, point, now: began, pastMs }));
    }
    await checkIn(began);
  };
  const passed = fresh.length > 0 ? livePast() : Promise.resolve();
  const live = async (): Promise<void> => {
    await passed;
    while (!stopping.signal.aborted) {
      await shown(await store.head());
      await life.tick(time.now());
      await checkIn(time.now());
      await delay(TICK_MS, undefined, { signal: stopping.signal });
    }
  };
  const done = live().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'the life of the demo has ended');
  });
  return {
    isNow: passed,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
};

interface Opening {
  readonly hands: Hands;
  readonly pool: Tillstream['pool'];
  readonly point: HistoryPoint;
  readonly now: number;
  readonly pastMs: number;
}

/** Whether its till was never open. */
const isFresh = async ({ pool }: Tillstream, { point_id }: HistoryPoint): Promise<boolean> =>
  (await pool.query('select from read.till_shifts where point_id = $1 limit 1', [point_id])).rowCount === 0;

const businessDay = async ({ hands, pool, point: { point_id, timezone }, now }: Opening): Promise<string> => {
  const { business_day_cutoff } = (await findPoint(pool, hands.brand_id, point_id))!;
  return toBusinessDate(new Date(now).toISOString(), timezone, business_day_cutoff);
};

/** The day a week before, with its shift, whose drawer was counted; then the shift of today. */
const openTill = async (opening: Opening): Promise<void> => {
  const { hands, point, now, pastMs } = opening;
  const { point_id, timezone, cashiers } = point;
  const today = await businessDay(opening);
  const before = addDays(today, -7);
  const occurred = (at: number) => ({ occurred_at: new Date(at).toISOString() });
  const instant = (date: string, clock: string) => nearestInstantOf({ date, time: clock }, timezone);
  const open = (date: string, at: number) =>
    hands.command(`life-${point_id}/${date}/OpenShift`, 'OpenShift', {
      point_id,
      cashier_id: cashiers[0],
      opening_cash: FLOAT,
      ...occurred(at),
    });
  const { shift_id } = await open(before, instant(before, OPENING));
  const closing = instant(before, CLOSING);
  const counted_cash = FLOAT + (await sellEarlier(hands, point, before, closing));
  const closed = { shift_id, counted_cash, left_cash: FLOAT, leave_open: true, ...occurred(closing) };
  await hands.command(`life-${point_id}/${before}/CloseShift`, 'CloseShift', closed);
  await open(today, Math.min(instant(today, OPENING), now - pastMs - MINUTE_MS));
};

const sellToday = async (opening: Opening): Promise<void> => {
  const { hands, point, now, pastMs } = opening;
  await sellEarlier(hands, point, await businessDay(opening), now - pastMs);
};
