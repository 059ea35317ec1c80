import { addDays } from '../../domain/reservations/local-clock.ts';
import { allProjections } from '../../projections/all-projections.ts';
import type { Tillstream } from '../../tillstream.ts';
import { beginningOf, type DayOptions, endOf, openTill, shiftKey, storiesOf } from './day.ts';
import { acceptTill, closeTill, handOverKeys } from './hand-over.ts';
import { type Handed, type Hands, openHands } from './hands.ts';
import type { NamedIds } from './named-ids.ts';
import { playStories } from './play.ts';
import { reserveIds } from './reserve-ids.ts';
import type { Tally } from './sole-writer.ts';
import type { TimeMachine } from './time-machine.ts';
import { loadPoints } from './venue.ts';
import { type KnownShift, knownShifts, openShifts, withFreeTables } from './what-is-there.ts';

export interface HistoryOptions {
  readonly tillstream: Handed & Pick<Tillstream, 'signals' | 'store'>;
  /** Counted by the store's only writer. */
  readonly tally: Readonly<Tally>;
  readonly time: TimeMachine;
  readonly ids: NamedIds;
  /** The first day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly days: number;
  /** At all points, on an ordinary day; a third more at the weekend. Guests who have booked are included. */
  readonly ordersPerDay: number;
  readonly seed: string;
  /** Called after each day; and first for the days that were finished before, if any. */
  readonly onDay: (done: number, events: number) => void;
}

/** So many last days correct the one before: until then its report says something else. */
const CORRECTED_DAYS = 7;

/** So many days before the end the first point's drawer lacks some notes, and a fine says why. Every other drawer adds up. */
const SHORT_DAY = 3;
const MISSING = 5_000;

/** One day of all points. */
type Day = readonly DayOptions[];

/**
 * Makes a past for the demo brand by the commands that everyone uses, day by day. The same seed makes the same past,
 * ids and numbers included. An interrupted one continues with the day it was at.
 */
export const makeHistory = async (options: HistoryOptions): Promise<{ events: number }> => {
  const { tillstream, tally, ids, from, days, seed, ordersPerDay, onDay } = options;
  const { pool } = tillstream;
  await showAll(tillstream);
  const begin = tally.recorded;
  const hands = await openHands(tillstream, ids, seed);
  const to = addDays(from, days - 1);
  const known = await loadPoints(pool, hands.brand_id);
  const points = await Promise.all(known.map((point) => withFreeTables(pool, point, { seed, from, to })));
  const dayOf = (day: number): Day =>
    points.map((point, nth) => ({
      hands,
      point,
      date: addDays(from, day),
      seed,
      ordersPerDay,
      ...(nth === 0 && day === days - SHORT_DAY && { missing: MISSING }),
    }));
  const all = Array.from({ length: days }, (_, day): Day => {
    const isCorrected = day > 0 && day >= days - CORRECTED_DAYS;
    const before = dayOf(day - 1);
    return dayOf(day).map((point, nth) => ({ ...point, ...(isCorrected && { corrects: before[nth]! }) }));
  });
  const shifts = await knownShifts(pool, all.flat().map(shiftKey));
  const left = all.filter((day) => !isOver(day, shifts));
  await closeOthers(options, hands, await openShifts(pool, points), shifts);
  for (const day of left) {
    await reserveIds(pool, [
      ...day.map(shiftKey),
      ...day.flatMap(handOverKeys),
      ...tell(day).flatMap(({ keys }) => keys),
    ]);
  }

  let done = days - left.length;
  if (done > 0) onDay(done, 0);
  for (const day of left) {
    const accept = () => acceptDayBefore(options, day, all[done - 1]);
    const isCorrecting = day.some(({ corrects }) => corrects !== undefined);
    if (!isCorrecting) await accept();
    const isGoneOn = day.some((point) => shifts.has(shiftKey(point).key));
    await liveThrough(options, day, isGoneOn, isCorrecting ? accept : async () => {});
    done += 1;
    onDay(done, tally.recorded - begin);
  }
  return { events: tally.recorded - begin };
};

const tell = (day: Day) => day.flatMap(storiesOf).sort((one, other) => one.at - other.at);

/** Throws for a day whose till was closed too early: the rest of it cannot be done any more. */
const isOver = (day: Day, shifts: ReadonlyMap<string, KnownShift>): boolean =>
  day
    .map((point) => {
      const closedAt = shifts.get(shiftKey(point).key)?.closed_at ?? null;
      if (closedAt === null || closedAt === endOf(point)) return closedAt !== null;
      throw new Error(
        `${point.date} was left unfinished, and its till was closed since: take another --seed, or start over: npm start -- --fresh`,
      );
    })
    .every((isClosed) => isClosed);

/** The money of the day before is handed over. */
const acceptDayBefore = async (options: HistoryOptions, day: Day, before: Day | undefined): Promise<void> => {
  const { pool } = options.tillstream;
  await showAll(options.tillstream);
  const shifts = await knownShifts(pool, (before ?? []).map(shiftKey));
  for (const [index, yesterday] of (before ?? []).entries()) {
    const shift = shifts.get(shiftKey(yesterday).key);
    if (shift) await acceptTill(options.time, pool, day[index]!, yesterday, shift.shift_id);
  }
};

/** `inTheEvening`: what is done when all guests have left. */
const liveThrough = async (
  { tillstream, time }: HistoryOptions,
  day: Day,
  is_gone_on: boolean,
  inTheEvening: () => Promise<void>,
): Promise<void> => {
  const shifts: (DayOptions & { readonly shift_id: number })[] = [];
  for (const point of day) shifts.push({ ...point, shift_id: await openTill(time, point) });
  const stories = tell(shifts).map(({ steps }) => steps);
  await playStories({ time, from: Math.min(...day.map(beginningOf)), is_gone_on }, stories);
  await inTheEvening();
  // The drawer is counted when the read models show every sale. Read models that fall behind would also use more and
  // more memory.
  await showAll(tillstream);
  for (const point of shifts) await closeTill(time, tillstream.pool, point, point.shift_id);
};

/** Shifts that the demo's simulated till left open would be in the way of the past. */
const closeOthers = async (
  { time }: HistoryOptions,
  hands: Hands,
  open: readonly number[],
  shifts: ReadonlyMap<string, KnownShift>,
): Promise<void> => {
  const own = new Set([...shifts.values()].map(({ shift_id }) => shift_id));
  for (const shift_id of open) {
    if (own.has(shift_id)) continue;
    await time.at(Date.now(), () =>
      hands.command(`open shift ${shift_id}`, 'CloseShift', { shift_id, leave_open: true }),
    );
  }
};

const names = allProjections.map(({ name }) => name);

/** Resolves when the read models show everything that was recorded. */
const showAll = async ({ signals, store }: HistoryOptions['tillstream']): Promise<void> => {
  const head = await store.head();
  while (!(await signals.waitFor(names, head)));
};
