import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../parts/date-field.tsx';
import { useFormats } from '../parts/formats.ts';
import { serverNow } from '../parts/server-clock.ts';
import { TimeField } from '../parts/time-field.tsx';
import { useGo } from '../place.ts';
import { instantOf, MINUTE_MS, otherDay } from './clock.ts';
import { Slider } from './slider.tsx';
import { useSteps } from './steps.ts';
import classes from './time.module.css';
import { useMoment } from './use-moment.ts';
import { SPEEDS, type Speed, usePlay } from './use-play.ts';

/** The slider through time: a day with what happened in it, a clock, steps from event to event, and play. */
export const TimeBar = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { clockAt } = useFormats();
  const go = useGo();
  const moment = useMoment();
  const play = usePlay(moment);
  const steps = useSteps(moment);
  const { instant, date, goTo, isNow, isAsKnown } = moment;
  const clock = clockAt(instant).slice(11, 16);
  const goToClock = (day: string, time: string): void => goTo(instantOf(`${day} ${time}:00`, clockAt));
  const startPlay = (): void => {
    // From now there is nothing to play: the last quarter of an hour is.
    if (isNow && !play.isPlaying) goTo(serverNow() - 15 * MINUTE_MS);
    play.toggle();
  };
  useHotkeys([
    ['p', startPlay],
    [',', () => void steps.step('previous')],
    ['.', () => void steps.step('next')],
    ['ArrowLeft', () => goTo(instant - MINUTE_MS)],
    ['ArrowRight', () => goTo(instant + MINUTE_MS)],
    ['shift+ArrowLeft', () => goTo(instant - 15 * MINUTE_MS)],
    ['shift+ArrowRight', () => goTo(instant + 15 * MINUTE_MS)],
  ]);
  const close = (): void => {
    play.stop();
    go({ at: null });
    onClose();
  };
  const icon = (name: string, Icon: typeof IconX, onClick: () => void) => (
    <ActionIcon size={44} variant="subtle" color="gray" aria-label={name} title={name} onClick={onClick}>
      <Icon size={20} />
    </ActionIcon>
  );
  return (
    <section className={classes.bar} aria-label={t('time.open')}>
      <div className={classes.controls}>
        {icon(t('time.previousDay'), IconChevronLeft, () => goToClock(otherDay(date, -1), clock))}
        <DateField name={t('time.day')} width={128} value={date} onChange={(day) => goToClock(day, clock)} />
        {icon(t('time.nextDay'), IconChevronRight, () => goToClock(otherDay(date, 1), clock))}
        <TimeField name={t('time.clock')} width={92} value={clock} onChange={(time) => goToClock(date, time)} />
        {icon(t('time.previousEvent'), IconPlayerSkipBack, () => void steps.step('previous'))}
        <Button
          size="sm"
          w={116}
          variant={play.isPlaying ? 'filled' : 'light'}
          leftSection={
            play.isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
          }
          onClick={startPlay}
        >
          {t(play.isPlaying ? 'time.pause' : 'time.play')}
        </Button>
        {icon(t('time.nextEvent'), IconPlayerSkipForward, () => void steps.step('next'))}
        <Select
          size="md"
          w={108}
          aria-label={t('time.speed')}
          data={SPEEDS.map((speed) => ({ value: String(speed), label: `× ${speed}` }))}
          value={String(play.speed)}
          onChange={(value) => value !== null && play.setSpeed(Number(value) as Speed)}
          allowDeselect={false}
        />
        {!isNow && (
          <SegmentedControl
            className={classes.which}
            aria-label={t('time.asWhat')}
            value={isAsKnown ? 'known' : 'happened'}
            onChange={(value) => void (value === 'known' ? steps.asKnown() : steps.asHappened())}
            data={[
              { value: 'happened', label: t('time.asHappened') },
              { value: 'known', label: t('time.asKnown') },
            ]}
          />
        )}
        <span className={classes.when}>{icon(t('time.close'), IconX, close)}</span>
      </div>
      <Slider moment={moment} />
    </section>
  );
};
