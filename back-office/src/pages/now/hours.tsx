import { useTranslation } from 'react-i18next';
import type { Formats } from '../../parts/formats.ts';
import type { Today } from '../../reading/types.ts';
import classes from './now.module.css';

interface HoursProps {
  readonly today: Today;
  readonly formats: Formats;
}

/** Revenue hour by hour: a bar for today before a lighter one of the week before. Screen readers get the table. */
export const Hours = ({ today, formats }: HoursProps) => {
  const { t } = useTranslation();
  const hours = joined(today);
  const highest = Math.max(1, ...hours.flatMap(({ now, before }) => [now, before]));
  const day = formats.weekday(today.before.business_date);
  return (
    <figure className={classes.hours}>
      <figcaption className={classes.figureName}>
        {t('now.byHour')}
        <span className={classes.legend}>
          <i data-now /> {t('now.today')} <i /> {day}
        </span>
      </figcaption>
      <div className={classes.bars} aria-hidden>
        {hours.map(({ hour, now, before }) => (
          <div key={hour} className={classes.bar} title={`${hour}  ${formats.money(now)} / ${formats.money(before)}`}>
            <i style={{ height: `${(before / highest) * 100}%` }} />
            <i data-now style={{ height: `${(now / highest) * 100}%` }} />
            <span>{hour.slice(0, 2)}</span>
          </div>
        ))}
      </div>
      <table className="visually-hidden">
        <thead>
          <tr>
            <th>{t('now.hour')}</th>
            <th>{t('now.today')}</th>
            <th>{day}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, now, before }) => (
            <tr key={hour}>
              <th>{hour}</th>
              <td>{formats.money(now)}</td>
              <td>{formats.money(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};

const FEWEST_HOURS = 10;

/** The hours of both days together, in the order of the business day; those at its ends without a sale are left out. */
const joined = ({ hours, before }: Today) => {
  const nowOf = new Map(hours.map(({ hour, revenue }) => [hour, revenue]));
  const beforeOf = new Map(before.hours.map(({ hour, revenue }) => [hour, revenue]));
  const names = hours.length >= before.hours.length ? hours : before.hours;
  const all = names.map(({ hour }) => ({ hour, now: nowOf.get(hour) ?? 0, before: beforeOf.get(hour) ?? 0 }));
  // A day that has just begun has few: bars of others give them their measure.
  const isBusy = ({ now, before: then }: (typeof all)[number]): boolean => now > 0 || then > 0;
  const first = all.findIndex(isBusy);
  if (first < 0) return all;
  const end = Math.max(all.findLastIndex(isBusy) + 1, Math.min(all.length, first + FEWEST_HOURS));
  return all.slice(Math.min(first, Math.max(0, end - FEWEST_HOURS)), end);
};
