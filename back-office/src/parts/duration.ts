import type { TFunction } from 'i18next';

/** From here on minutes alone are hard to read. */
const MANY_MINUTES = 90;
const DAY_HOURS = 24;

/** How long something has been so, for a glance: 35 min, 2 h 5 min, 14 h, 3 d. */
export const durationOf = (minutes: number, t: TFunction): string => {
  const hours = Math.floor(minutes / 60);
  if (minutes < MANY_MINUTES) return t('order.minutes', { minutes });
  if (hours < 10) return t('order.hoursAndMinutes', { hours, minutes: minutes % 60 });
  return hours < 2 * DAY_HOURS ? t('order.hours', { hours }) : t('order.days', { days: Math.floor(hours / DAY_HOURS) });
};
