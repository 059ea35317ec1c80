import { z } from 'zod';

/** Schemas of environment variables. Each message completes the sentence that starts with the variable's name. */

export function text(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message);
}

export function integer(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return text(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

export function onOff() {
  return z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
}

export function setOf<Item extends string>(items: readonly [Item, ...Item[]]) {
  const message = `must be a comma-separated list of ${items.join(', ')}`;
  return z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(z.enum(items, message)))
    .transform((list): ReadonlySet<Item> => new Set(list));
}

const MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_PAUSES = 20;

/** A number, and a unit after it that the pattern of its variable allows. */
const withUnit = (value: string, units: Readonly<Record<string, number>>): number =>
  Number.parseInt(value, 10) * units[value.replace(/^\d+/, '').toLowerCase()]!;

/** `30s`, `5m`, `2h`, `30d`: milliseconds. */
const millisecondsOf = (value: string): number => withUnit(value, MILLISECONDS);

/** `12h`, `30d`: milliseconds. */
export function retention() {
  const message = 'must be a time from 1h to 3650d, like 12h or 30d';
  return text(/^\d{1,5}[hd]$/, message)
    .transform(millisecondsOf)
    .pipe(
      z
        .number()
        .min(MILLISECONDS.h, message)
        .max(3_650 * MILLISECONDS.d, message),
    );
}

/** `20s`, `2m`, an hour at most: milliseconds. `leastSeconds`: 0, or more. */
export function duration(leastSeconds = 1) {
  const message = `must be a time from ${leastSeconds}s to 1h, like 20s or 2m`;
  return text(/^\d{1,5}[smh]$/, message)
    .transform(millisecondsOf)
    .pipe(
      z
        .number()
        .min(leastSeconds * MILLISECONDS.s, message)
        .max(MILLISECONDS.h, message),
    );
}

/** `1m,5m,2h`: milliseconds. */
export function durations() {
  const message = `must be up to ${MAX_PAUSES} comma-separated times like 30s, 5m or 2h`;
  return text(/^\s*\d{1,6}[smh]\s*(,\s*\d{1,6}[smh]\s*)*$/, message)
    .transform((list): readonly number[] => list.split(',').map((item) => millisecondsOf(item.trim())))
    .refine((pauses) => pauses.length <= MAX_PAUSES, message);
}

const UNITS = { '': 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

export function bytes() {
  const message = 'must be a number of bytes from 1kb to 1gb, like 1048576, 512kb or 200mb';
  return text(/^\d{1,12}(kb|mb|gb)?$/i, message)
    .transform((value) => {
      return withUnit(value, UNITS);
    })
    .pipe(z.number().min(UNITS.kb, message).max(UNITS.gb, message));
}
