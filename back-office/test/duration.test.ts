import { expect, test } from 'vitest';
import { durationOf } from '../src/parts/duration.ts';
import { formatsOf } from '../src/parts/formats-of.ts';
import { en } from '../src/words/en.ts';

/** Puts the values into the English words. */
const t = ((key: string, values: Record<string, number>) =>
  en.order[key.slice('order.'.length) as 'minutes'].replaceAll(/\{\{(\w+)\}\}/g, (_, name) =>
    String(values[name]),
  )) as never;

test.each([
  [0, '0 min'],
  [89, '89 min'],
  [90, '1 h 30 min'],
  [599, '9 h 59 min'],
  [600, '10 h'],
  [2_879, '47 h'],
  [9_312, '6 d'],
])('%i minutes are read at a glance: %s', (minutes, words) => {
  expect(durationOf(minutes, t)).toBe(words);
});

test('percents stand where the language writes them', () => {
  const terms = { currency: 'UZS', exponent: 2, timezone: 'Asia/Tashkent' };
  const written = (['ru', 'uz_latn', 'en', 'tr'] as const).map((language) => formatsOf(language, terms).percents(58.2));
  expect(written).toEqual(['58,20\u00a0%', '58,20%', '58.20%', '%58,20']);
});
