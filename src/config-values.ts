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

const UNITS = { '': 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

export function bytes() {
  const message = 'must be a number of bytes from 1kb to 1gb, like 1048576, 512kb or 200mb';
  return text(/^\d{1,12}(kb|mb|gb)?$/i, message)
    .transform((value) => {
      const unit = value.replace(/^\d+/, '').toLowerCase() as keyof typeof UNITS;
      return Number.parseInt(value, 10) * UNITS[unit];
    })
    .pipe(z.number().min(UNITS.kb, message).max(UNITS.gb, message));
}
