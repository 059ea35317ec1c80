import type { BrandFile, FilePrice } from './brand-file.ts';
import type { Named } from './names.ts';
import type { Problem } from './problems.ts';
import { planSpecialDays, type SpecialDayStep } from './special-days.ts';
import type { There } from './there.ts';

interface Window {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

export interface PriceChange {
  readonly product: string;
  readonly window: Window | null;
  readonly before: number | null;
  /** Null: the price goes. */
  readonly after: number | null;
}

/** What becomes special at a point, or is so no more. */
export type PointStep = PointChange & {
  /** The server's refusal, where the file says so. `field`: of the command, as the refusal names it. */
  problemAt(field: string | null | undefined, message: string): Problem;
};

type PointChange =
  | { readonly kind: 'prices'; readonly point: string; readonly prices: readonly PriceChange[] }
  | { readonly kind: 'costs'; readonly point: string; readonly costs: readonly Omit<PriceChange, 'window'>[] }
  | {
      readonly kind: 'on_sale';
      readonly point: string;
      readonly products: readonly string[];
      readonly on_sale: boolean;
    }
  | SpecialDayStep
  | { readonly kind: 'section'; readonly point: string; readonly category: string; readonly closed: boolean };

/** Of one command. */
export const MAX_PRICES = 5_000;

const keyOf = ({ days, from, to }: Window): string => `${days.join()} ${from} ${to}`;

/** What a point has now, by names. */
const atPoint = (there: There, named: Named, point: string) => {
  const pointId = named.points.things.get(point)?.id;
  const byProduct = new Map(
    [...there.atPoints].flatMap(([id, rows]) => {
      const row = rows.find(({ point_id }) => point_id === pointId);
      const name = named.products.nameOf.get(id);
      return row && name !== undefined ? [[name, row] as const] : [];
    }),
  );
  const closed = [...there.closedAt].flatMap(([id, points]) => {
    const name = named.categories.nameOf.get(id);
    return name !== undefined && points.some((it) => it === pointId) ? [name] : [];
  });
  return { byProduct, closed };
};

export const planPoints = (file: BrandFile, there: There, named: Named, prune: boolean): PointStep[] => {
  const points = new Set(
    [file.prices, file.costs, file.not_on_sale, file.closed_categories, file.special_days].flatMap((of) => [
      ...of.keys(),
    ]),
  );
  const changes = [...points].flatMap((point): PointChange[] => {
    const { byProduct, closed } = atPoint(there, named, point);
    const steps: PointChange[] = [];

    const wantedPrices = file.prices.get(point);
    const known = (product: string) => byProduct.get(product)?.prices ?? [];
    const prices = [...(wantedPrices ?? [])].flatMap(([product, price]) =>
      priceChanges(product, price, known(product), prune),
    );
    const left = prune && wantedPrices ? [...byProduct.keys()].filter((product) => !wantedPrices.has(product)) : [];
    prices.push(...left.flatMap((product) => priceChanges(product, { windows: [] }, known(product), true)));
    if (prices.length > 0) steps.push({ kind: 'prices', point, prices });

    const costs = [...(file.costs.get(point) ?? [])]
      .map(([product, after]) => ({ product, before: byProduct.get(product)?.cost ?? null, after }))
      .filter(({ before, after }) => before !== after);
    if (costs.length > 0) steps.push({ kind: 'costs', point, costs });

    const off = file.not_on_sale.get(point);
    if (off) {
      const now = [...byProduct].filter(([, { on_sale }]) => !on_sale).map(([product]) => product);
      const back = now.filter((product) => !off.includes(product));
      const away = off.filter((product) => !now.includes(product));
      if (back.length > 0) steps.push({ kind: 'on_sale', point, products: back, on_sale: true });
      if (away.length > 0) steps.push({ kind: 'on_sale', point, products: away, on_sale: false });
    }

    const wantedClosed = file.closed_categories.get(point);
    if (wantedClosed) {
      const opened = closed.filter((category) => !wantedClosed.includes(category));
      const shut = wantedClosed.filter((category) => !closed.includes(category));
      steps.push(...opened.map((category) => ({ kind: 'section' as const, point, category, closed: false })));
      steps.push(...shut.map((category) => ({ kind: 'section' as const, point, category, closed: true })));
    }
    steps.push(...planSpecialDays(file, there, named, { point, prune }));
    return steps;
  });
  return changes.map((change) => ({
    ...change,
    problemAt: (field, message) =>
      file.problemAt(placeOf(change, field), `${change.kind} of ${change.point}: ${message}`, {
        code: 'refused',
        values: { message },
      }),
  }));
};

/** The path of what a command says in the file. */
const placeOf = (change: PointChange, field: string | null | undefined): readonly (string | number)[] => {
  const { kind, point } = change;
  // Of a step in several commands the number is within its own: then it is the point that is shown.
  const index = Number(/\[(\d+)\]/.exec(field ?? '')?.[1] ?? Number.NaN);
  switch (kind) {
    case 'prices':
      return ['prices', point, ...nameAt(change.prices, index)];
    case 'costs':
      return ['costs', point, ...nameAt(change.costs, index)];
    case 'on_sale':
      return ['not_on_sale', point];
    case 'section':
      return ['closed_categories', point];
    case 'special_day':
      return ['special_days', point, change.date];
  }
};

const nameAt = (changes: readonly { readonly product: string }[], index: number): string[] => {
  const named = changes.length <= MAX_PRICES ? changes[index] : undefined;
  return named ? [named.product] : [];
};

type Known = readonly { readonly price: number; readonly window: Window | null }[];

/** Windows that the file does not have go with `prune` alone, and so does a price that it does not name. */
const priceChanges = (product: string, { price, windows }: FilePrice, known: Known, prune: boolean): PriceChange[] => {
  const before = new Map(known.map((it) => [it.window ? keyOf(it.window) : '', it]));
  const after = new Map<string, { window: Window | null; price: number | null }>();
  if (price !== undefined) after.set('', { window: null, price });
  for (const { price: own, ...window } of windows) after.set(keyOf(window), { window, price: own });
  if (prune) {
    for (const [key, { window }] of before) if (!after.has(key)) after.set(key, { window, price: null });
  }
  return [...after]
    .map(([key, { window, price: wanted }]) => ({
      product,
      window,
      before: before.get(key)?.price ?? null,
      after: wanted,
    }))
    .filter((change) => change.before !== change.after);
};
