import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Formats, useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { todayQuery, useAsked } from '../../reading/board.ts';
import type { Today } from '../../reading/types.ts';
import { Hours } from './hours.tsx';
import classes from './now.module.css';

/** Today's figures beside those of the same weekday a week before, as they stood at this time of the day. */
export const Sums = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id } = usePoint();
  const { data: today } = useQuery({ ...todayQuery(id, useAsked('getToday')), placeholderData: (before) => before });
  if (!today) return <div className={classes.sums} aria-busy="true" />;
  const { before } = today;
  const averageSoFar = before.cheques_so_far > 0 ? before.revenue_so_far / before.cheques_so_far : 0;
  const day = formats.weekday(before.business_date);
  return (
    <section className={classes.sums} aria-label={t('now.today')}>
      <Figure
        name={t('now.revenue', { currency: formats.currency })}
        value={formats.money(today.revenue)}
        share={shareOf(today.revenue, before.revenue_so_far)}
        than={t('now.lastWeek', { day, value: formats.money(before.revenue_so_far) })}
        formats={formats}
      />
      <Figure
        name={t('now.cheques')}
        value={formats.number(today.cheques)}
        share={shareOf(today.cheques, before.cheques_so_far)}
        than={t('now.lastWeek', { day, value: formats.number(before.cheques_so_far) })}
        formats={formats}
      />
      <Figure
        name={t('now.average')}
        value={formats.money(Math.round(today.average ?? 0))}
        share={shareOf(today.average ?? 0, averageSoFar)}
        than={t('now.lastWeek', { day, value: formats.money(Math.round(averageSoFar)) })}
        formats={formats}
      />
      <Hours today={today} formats={formats} />
    </section>
  );
};

const shareOf = (now: number, before: number): number | undefined => (before > 0 ? now / before - 1 : undefined);

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly share: number | undefined;
  readonly than: string;
  readonly formats: Formats;
}

const Figure = ({ name, value, share, than, formats }: FigureProps) => (
  <div className={classes.figure}>
    <div className={classes.figureName}>{name}</div>
    <div className={classes.figureValue}>{value}</div>
    <div className={classes.figureThan}>
      {share !== undefined && (
        <span className={classes.share} data-sign={Math.sign(Math.round(share * 100))}>
          {share >= 0.005 ? '▲ ' : share <= -0.005 ? '▼ ' : ''}
          {formats.percent(share)}
        </span>
      )}
      <span>{than}</span>
    </div>
  </div>
);

export type { Today };
