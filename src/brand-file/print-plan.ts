import type { Change, Plan, ThingStep } from './plan.ts';
import type { PointStep, PriceChange } from './plan-points.ts';
import type { DayPlan } from './special-days.ts';

const SIGNS = { new: '+', changed: '~', restored: '+', named: '=', removed: '-', stays: '!' } as const;
const SAID = {
  new: 'new',
  changed: 'changed',
  restored: 'back again',
  named: 'named',
  removed: 'removed',
  stays: 'left',
} as const;
const LONGEST = 100;

/** The plan as lines: what is new (+), changed (~, field by field), removed (-), and what only gets its name (=). */
export const planLines = ({ things, points }: Plan): string[] => [
  ...things.flatMap(thingLines),
  ...points.flatMap(pointLines),
];

/** `3 new, 1 changed`. */
export const summary = ({ things, points }: Plan): string => {
  const counts = Map.groupBy(things, ({ kind }) => SAID[kind]);
  const parts = [...counts].map(([said, steps]) => `${steps.length} ${said}`);
  if (points.length > 0) parts.push(`${points.length} of points`);
  return parts.length === 0 ? 'nothing to do' : parts.join(', ');
};

const thingLines = ({ kind, section, key, changes, words, thing }: ThingStep): string[] => {
  const head = `${SIGNS[kind]} ${section}.${key}`;
  const called = shown(words.name ?? key);
  if (kind === 'named') return [`${head}  names ${called} (${thing!.id})`];
  if (kind === 'stays') return [`${head}  stays: nothing removes it`];
  if (kind === 'new') return [`${head}  ${called}`];
  if (kind === 'removed') return [`${head}  ${called}`];
  return [head, ...changes.map(changeLine)];
};

const changeLine = ({ field, before, after }: Change): string => `    ${field}: ${shown(before)} -> ${shown(after)}`;

const pointLines = (step: PointStep): string[] => {
  switch (step.kind) {
    case 'prices':
      return [`~ prices.${step.point}`, ...step.prices.map((it) => amountLine(it, windowOf(it)))];
    case 'costs':
      return [`~ costs.${step.point}`, ...step.costs.map((it) => amountLine(it, ''))];
    case 'on_sale':
      return step.products.map(
        (product) => `~ not_on_sale.${step.point}: ${product} is ${step.on_sale ? 'on sale again' : 'withdrawn'}`,
      );
    case 'special_day': {
      const { point, date, before, after } = step;
      return [`~ special_days.${point}.${date}: ${dayText(before)} -> ${dayText(after)}`];
    }
    case 'section':
      return [`~ closed_categories.${step.point}: ${step.category} is ${step.closed ? 'closed' : 'open again'}`];
  }
};

const dayText = (day: DayPlan | null): string => {
  if (!day) return 'as its weekday';
  const hours = day.open ? `${day.open}-${day.close}` : 'closed';
  return day.reason === null ? hours : `${hours} (${shown(day.reason)})`;
};

const windowOf = ({ window }: PriceChange): string =>
  window ? ` on days ${window.days.join()} ${window.from}-${window.to}` : '';

const amountLine = ({ product, before, after }: Omit<PriceChange, 'window'>, when: string): string =>
  `    ${product}${when}: ${before ?? 'none'} -> ${after ?? 'none'}`;

/** A value in one line, with nothing that a terminal would carry out. */
export const shown = (value: unknown): string => {
  if (value === null || value === undefined) return 'none';
  const text = JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const signs = [...text];
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST).join('')}…` : text;
};
