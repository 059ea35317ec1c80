import type { Happened } from '../decider.ts';
import { type DatedClock, withClock } from './clocks.ts';
import type { PointDefined, PointEvent } from './events.ts';
import { closedDay, type SpecialDays, withSpecialDay } from './special-days.ts';

/** One restaurant of the brand, with the dates that have other hours than their weekday. Its menu and prices have a separate stream. */
export interface Point extends PointDefined {
  readonly special_days: SpecialDays;
}

/** With the clocks that it has had, ascending. */
export interface DatedPoint extends Point {
  readonly clocks: readonly DatedClock[];
}

/** Null until it is defined. */
export type PointState = DatedPoint | null;

export const evolvePoint = (state: PointState, event: Happened<PointEvent>): PointState => {
  if (event.type === 'PointDefined') {
    const { data, metadata } = event;
    const clocks = state?.clocks ?? [];
    return {
      ...data,
      special_days: state?.special_days ?? {},
      clocks: metadata ? withClock(clocks, { ...data, since: metadata.occurred_at }) : clocks,
    };
  }
  if (state === null) return state;
  const { date } = event.data;
  return { ...state, special_days: withSpecialDay(state.special_days, { date, day: dayOf(event) }) };
};

const dayOf = (event: Exclude<PointEvent, { type: 'PointDefined' }>) => {
  switch (event.type) {
    case 'ClosedDayDefined':
      return closedDay(event.data.date, event.data.reason);
    case 'SpecialHoursDefined': {
      const { date, open, close, reason } = event.data;
      return { date, is_open: true, open, close, reason };
    }
    default:
      return null;
  }
};
