import type { Plan, ThingStep } from '../../../../src/brand-file/plan.ts';
import type { PointStep } from '../../../../src/brand-file/plan-points.ts';

/** How a value is written: an amount in the currency, a flag, a number, or a text as it is. */
export type Shown =
  | { readonly kind: 'amount' | 'number'; readonly value: number }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'none' };

/** A field that becomes another value. */
export interface PlanLine {
  /** A field of the file, or what a point says of a product. */
  readonly field: string;
  readonly before: Shown;
  readonly after: Shown;
}

/** What becomes of one thing, or of what one point has. */
export interface PlanItem {
  readonly key: string;
  readonly section: string;
  readonly kind: ThingStep['kind'];
  /** What it is called. */
  readonly name: string;
  readonly lines: readonly PlanLine[];
}

const AMOUNTS: readonly string[] = ['base_price', 'price', 'min_order_amount', 'cost'];
const LONGEST = 120;

const cut = (text: string): string => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join('')}…` : text);

/** A value as it is written. Lists of plain values stand in one line, other parts of the file as the file could have them. */
export const shownValue = (field: string, value: unknown): Shown => {
  if (value === null || value === undefined || value === '') return { kind: 'none' };
  if (typeof value === 'number') return { kind: AMOUNTS.includes(field) ? 'amount' : 'number', value };
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (typeof value === 'string') return { kind: 'text', value: cut(value) };
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.length === 0 ? { kind: 'none' } : { kind: 'text', value: cut(value.join(', ')) };
  }
  return { kind: 'text', value: cut(JSON.stringify(value)) };
};

/** The plan as people read it: each thing with the fields that change. Of a new one, what it is called says enough. */
export const planItems = ({ things, points, named }: Plan): readonly PlanItem[] => [
  ...things.map(
    ({ kind, section, key, changes, words }): PlanItem => ({
      key: `${section}.${key}`,
      section,
      kind,
      name: typeof words.name === 'string' ? words.name : key,
      lines:
        kind === 'changed' || kind === 'restored'
          ? changes.map(({ field, before, after }) => ({
              field,
              before: shownValue(field, before),
              after: shownValue(field, after),
            }))
          : [],
    }),
  ),
  ...points.map((step, index) => pointItem(step, index, nameIn(things, named))),
];

type NameOf = (section: 'points' | 'products' | 'categories', key: string) => string;

/** What people call a thing of the file. */
const nameIn =
  (things: Plan['things'], named: Plan['named']): NameOf =>
  (section, key) => {
    const step = things.find((each) => each.section === section && each.key === key);
    return String(step?.words.name ?? named[section].things.get(key)?.fields.name ?? key);
  };

const pointItem = (step: PointStep, index: number, nameOf: NameOf): PlanItem => {
  const item = (section: string, lines: readonly PlanLine[]): PlanItem => ({
    key: `${section}.${step.point} ${index}`,
    section,
    kind: 'changed',
    name: nameOf('points', step.point),
    lines,
  });
  const flag = (value: boolean): Shown => ({ kind: 'flag', value });
  switch (step.kind) {
    case 'prices':
      return item(
        'prices',
        step.prices.map(({ product, window, before, after }) => ({
          field: `${nameOf('products', product)}${window ? ` (${window.days.join()}: ${window.from}–${window.to})` : ''}`,
          before: shownValue('price', before),
          after: shownValue('price', after),
        })),
      );
    case 'costs':
      return item(
        'costs',
        step.costs.map(({ product, before, after }) => ({
          field: nameOf('products', product),
          before: shownValue('cost', before),
          after: shownValue('cost', after),
        })),
      );
    case 'on_sale':
      return item(
        'on_sale',
        step.products.map((product) => ({
          field: nameOf('products', product),
          before: flag(!step.on_sale),
          after: flag(step.on_sale),
        })),
      );
    case 'section':
      return item('open', [
        { field: nameOf('categories', step.category), before: flag(step.closed), after: flag(!step.closed) },
      ]);
    case 'special_day':
      return item('special_days', [{ field: step.date, before: dayOf(step.before), after: dayOf(step.after) }]);
  }
};

const dayOf = (day: Extract<PointStep, { kind: 'special_day' }>['after']): Shown => {
  if (day === null) return { kind: 'none' };
  const hours = day.open && day.close ? `${day.open}–${day.close}` : '×';
  return { kind: 'text', value: day.reason === null ? hours : `${hours} (${day.reason})` };
};

/** How many things of each kind, in the order in which they are told. */
export const countsOf = (items: readonly PlanItem[]): readonly (readonly [ThingStep['kind'], number])[] => {
  const kinds = ['new', 'changed', 'restored', 'removed', 'named', 'stays'] as const;
  return kinds
    .map((kind) => [kind, items.filter((item) => item.kind === kind).length] as const)
    .filter(([, count]) => count > 0);
};
