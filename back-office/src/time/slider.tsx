import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../parts/formats.ts';
import { usePoint } from '../points.ts';
import { activityQuery, BARS } from './activity.ts';
import { MINUTE_MS } from './clock.ts';
import classes from './time.module.css';
import type { Moment } from './use-moment.ts';

const QUARTER = 15;

/** Hours that are written under the axis. */
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];

/** A day, how much happened in it, and a hand to be dragged. By keyboard: arrows, with Shift a quarter of an hour. */
export const Slider = ({ moment }: { readonly moment: Moment }) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const { id } = usePoint();
  const track = useRef<HTMLDivElement>(null);
  const { instant, dayStart, dayEnd, goTo } = moment;
  const length = dayEnd - dayStart;
  const { data: bars = [] } = useQuery(activityQuery(id, dayStart, dayEnd));
  const highest = Math.max(1, ...bars);
  const share = Math.min(1, Math.max(0, (instant - dayStart) / length));

  const goToPointer = ({ clientX }: React.PointerEvent): void => {
    const { left, width } = track.current!.getBoundingClientRect();
    const within = Math.min(1, Math.max(0, (clientX - left) / width));
    goTo(dayStart + Math.round((within * length) / MINUTE_MS) * MINUTE_MS);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const minutes = event.shiftKey ? QUARTER : 1;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: instant - minutes * MINUTE_MS,
      ArrowDown: instant - minutes * MINUTE_MS,
      ArrowRight: instant + minutes * MINUTE_MS,
      ArrowUp: instant + minutes * MINUTE_MS,
      PageDown: instant - 60 * MINUTE_MS,
      PageUp: instant + 60 * MINUTE_MS,
      Home: dayStart,
      End: dayEnd - MINUTE_MS,
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    // The keys of the whole page would move it once more.
    event.stopPropagation();
    goTo(to[event.key]!);
  };
  return (
    <div
      ref={track}
      className={classes.track}
      role="slider"
      tabIndex={0}
      aria-label={t('time.slider')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length / MINUTE_MS)}
      aria-valuenow={Math.round((share * length) / MINUTE_MS)}
      aria-valuetext={`${day(instant)}, ${time(instant)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goToPointer(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && goToPointer(event)}
    >
      <div className={classes.histogram} aria-hidden>
        {Array.from({ length: BARS }, (_, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            data-past={index / BARS < share || undefined}
            style={{ height: `${((bars[index] ?? 0) / highest) * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.hand} style={{ left: `${share * 100}%` }} />
      <div className={classes.hours} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }} data-first={hour === 0 || undefined}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  );
};
