import { addDays } from '../../domain/reservation-book/local-clock.ts';
import type { Tillstream } from '../../tillstream.ts';
import { closeTill, type DayOptions, openTill, shiftKey, storiesOf } from './day.ts';
import { type Hands, openHands } from './hands.ts';
import { playStories } from './play.ts';
import { reserveIds } from './reserve-ids.ts';
import type { TimeMachine } from './time-machine.ts';
import { type HistoryPoint, loadPoints } from './venue.ts';

export interface HistoryOptions {
  readonly tillstream: Pick<Tillstream, 'bus' | 'desk' | 'keys' | 'pool' | 'settled' | 'store'>;
  readonly time: TimeMachine;
  /** The first day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly days: number;
  /** Of all points, on an ordinary day; a third more at the weekend. */
  readonly ordersPerDay: number;
  readonly seed: string;
  /** Told after each day. */
  readonly onDay: (done: number, events: number) => void;
}

/**
 * Makes a past for the demo brand by the commands anyone would use, day by day: the same one for the same seed, ids and
 * numbers included. One that was cut short is gone on with.
 */
export const makeHistory = async (options: HistoryOptions): Promise<{ events: number }> => {
  const { tillstream, time, from, days, seed, ordersPerDay, onDay } = options;
  const { store, pool, settled } = tillstream;
  const hands = await openHands(tillstream, seed);
  const points = await loadPoints(pool, hands.brand_id);
  const begin = await store.head();
  await closeTills(options, hands, points);
  const pointsOn = (day: number): DayOptions[] =>
    points.map((point) => ({ hands, point, date: addDays(from, day), seed, ordersPerDay }));
  const tellDay = (day: number) =>
    pointsOn(day)
      .flatMap(storiesOf)
      .sort((one, other) => one.at - other.at);

  for (let day = 0; day < days; day++) {
    await reserveIds(pool, [...pointsOn(day).map(shiftKey), ...tellDay(day).flatMap(({ keys }) => keys)]);
  }
  let head = begin;
  for (let day = 0; day < days; day++) {
    const shifts: (readonly [DayOptions, number])[] = [];
    for (const point of pointsOn(day)) shifts.push([point, await openTill(time, point)]);
    await playStories(
      time,
      tellDay(day).map(({ steps }) => steps),
    );
    await settled(await store.head());
    for (const [point, shift] of shifts) await closeTill(time, point, shift);
    head = await store.head();
    onDay(day + 1, head - begin);
  }
  return { events: head - begin };
};

/** What the demo's own till left open now would be in the way of the past. */
const closeTills = async ({ time }: HistoryOptions, hands: Hands, points: readonly HistoryPoint[]): Promise<void> => {
  for (const { open_shift_id: shift_id } of points) {
    if (shift_id === null) continue;
    await time.at(Date.now(), () => hands.command(`open shift ${shift_id}`, 'CloseShift', { shift_id }));
  }
};
