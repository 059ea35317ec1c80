import { toBusinessDate } from '../local-time.ts';
import type { PointDefined } from './events.ts';

/** What says to which business day an instant belongs. */
export type Clock = Pick<PointDefined, 'timezone' | 'business_day_cutoff'>;

/** A clock that a point has had from an instant on, ISO 8601 in UTC. */
export interface DatedClock extends Clock {
  readonly since: string;
}

/** More changes than a venue makes; earlier ones are forgotten. */
const MAX_CLOCKS = 100;

/** The clocks after a point was defined at an instant. A definition that was recorded late counts from when it happened. */
export const withClock = (clocks: readonly DatedClock[], defined: DatedClock): readonly DatedClock[] => {
  const { since, timezone, business_day_cutoff } = defined;
  const earlier = clocks.filter((clock) => Date.parse(clock.since) < Date.parse(since));
  const last = earlier.at(-1);
  const isSame = last?.timezone === timezone && last.business_day_cutoff === business_day_cutoff;
  return isSame ? earlier : [...earlier, { since, timezone, business_day_cutoff }].slice(-MAX_CLOCKS);
};

type Dated = Clock & { readonly clocks: readonly DatedClock[] };

/** The clock of a point at an instant (ISO 8601 in UTC): that of now, for a time before the point was defined. */
export const clockAt = (point: Dated, at: string): Clock =>
  point.clocks.findLast(({ since }) => Date.parse(since) <= Date.parse(at)) ?? point;

/** What a fact of an instant is stamped with: the point's zone and its business day, by the clock of then. */
export const dayAt = (point: Dated, at: string): { readonly timezone: string; readonly business_date: string } => {
  const { timezone, business_day_cutoff } = clockAt(point, at);
  return { timezone, business_date: toBusinessDate(at, timezone, business_day_cutoff) };
};
