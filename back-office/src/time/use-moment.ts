import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormats } from '../parts/formats.ts';
import { serverNow } from '../parts/server-clock.ts';
import { useNow } from '../parts/use-now.ts';
import { useAt, useGo } from '../place.ts';
import { usePoint } from '../points.ts';
import { boardQuery } from '../reading/board.ts';
import { addressOf, DAY_MS, instantOf } from './clock.ts';

/** What the slider stands at, and what moves it. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly instant: number;
  readonly isNow: boolean;
  /** Not by the time of events, but by what had been recorded. */
  readonly isAsKnown: boolean;
  /** Of the venue's clock: YYYY-MM-DD, its beginning and its end. */
  readonly date: string;
  readonly dayStart: number;
  readonly dayEnd: number;
  /** Goes to an instant; to now, if that is not in the past. */
  readonly goTo: (instant: number) => void;
  readonly goToPosition: (position: number) => void;
}

export const useMoment = (): Moment => {
  const at = useAt();
  const go = useGo();
  const now = useNow();
  const { clockAt } = useFormats();
  const { id } = usePoint();
  const isAsKnown = at !== undefined && /^\d+$/.test(at);
  // The board of a position says when its event was recorded.
  const { data: board } = useQuery({ ...boardQuery(id, { at, asAuditor: true }), enabled: isAsKnown });
  const instant =
    at === undefined ? now : isAsKnown ? Date.parse(board?.as_of ?? new Date(now).toISOString()) : Date.parse(at);
  const date = clockAt(instant).slice(0, 10);
  const { dayStart, dayEnd } = useMemo(() => {
    const start = instantOf(`${date} 00:00:00`, clockAt);
    return { dayStart: start, dayEnd: instantOf(`${nextDay(date)} 00:00:00`, clockAt) };
  }, [date, clockAt]);
  return {
    instant,
    isNow: at === undefined,
    isAsKnown,
    date,
    dayStart,
    dayEnd,
    goTo: (to) => go({ at: to >= serverNow() ? null : addressOf(to) }, true),
    goToPosition: (position) => go({ at: String(position) }, true),
  };
};

const nextDay = (date: string): string => new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
