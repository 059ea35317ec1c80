import { intlLocale, type Language } from '../words/language.ts';
import { latinOf } from '../words/latin.ts';
import { clockMs } from './clock-times.ts';

/** As the API writes times of a venue: its own clock, no zone. */
const LOCAL = /^\d{4}-\d\d-\d\d \d\d:\d\d/;

interface Terms {
  readonly currency: string;
  readonly exponent: number;
  readonly timezone: string | undefined;
}

/** @param spoken the language of the page */
export const formatsOf = (spoken: Language, { currency, exponent, timezone }: Terms) => {
  const isLatinUzbek = spoken === 'uz_latn';
  const locale = intlLocale(spoken);
  const spell = (text: string): string => (isLatinUzbek ? latinOf(text) : text);
  const unit = 10 ** exponent;
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const broken = new Intl.NumberFormat(locale, { minimumFractionDigits: exponent, maximumFractionDigits: exponent });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const hundredths = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const hundredthsOfPercent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const share = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const zone = timezone ?? 'UTC';
  /** A time of the venue's clock is shown as it is, an instant in the venue's zone. */
  const written = (options: Intl.DateTimeFormatOptions) => {
    const ofClock = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    const ofInstant = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    return (time: string | number): string =>
      spell(
        typeof time === 'string' && LOCAL.test(time) ? ofClock.format(clockMs(time)) : ofInstant.format(new Date(time)),
      );
  };
  const clockOf = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const shortWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    currency,
    timezone,
    /** Minor units, with the currency left out: one page has one currency. */
    money: (minor: number): string => {
      const value = minor / unit;
      return Number.isInteger(value) ? whole.format(value) : broken.format(value);
    },
    number: (value: number): string => plain.format(value),
    /** Of work: 9.60. */
    hours: (value: number): string => hundredths.format(value),
    /** Of 100, below each other, with the same places each: 58.20%. */
    percents: (value: number): string => hundredthsOfPercent.format(value / 100),
    /** What was agreed, of 100: 5%, 2.5%. */
    rate: (value: number): string => rate.format(value / 100),
    /** With its sign: +12 %. */
    percent: (part: number): string => share.format(part),
    /** 20:15 */
    time: written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    /** 20:15:07 */
    timeWithSeconds: written({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    /** Fri, 20 Nov */
    day: written({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** The venue's clock at an instant: 2026-11-20 20:15:07. */
    clockAt: (instant: string | number): string => clockOf.format(new Date(instant)),
    /** A long number in little room: 1.2M. `isMoney`: minor units. */
    short: (value: number, isMoney: boolean): string => spell(compact.format(isMoney ? value / unit : value)),
    /** Of YYYY-MM: March 2026. */
    month: (yearAndMonth: string): string => spell(month.format(new Date(`${yearAndMonth}-01T00:00:00Z`))),
    /** Between the columns of a table that spreadsheets of this language open. */
    separator: (spoken === 'en' ? ',' : ';') as ',' | ';',
    /** Of a date without a time, YYYY-MM-DD: Friday. */
    weekday: (date: string): string => spell(weekday.format(new Date(`${date}T00:00:00Z`))),
    /** 1 Monday to 7 Sunday: Mon. 1 January 2024 was a Monday. */
    shortWeekday: (day: number): string => spell(shortWeekday.format(new Date(Date.UTC(2024, 0, day)))),
    unit,
    exponent,
  };
};

export type Formats = ReturnType<typeof formatsOf>;
