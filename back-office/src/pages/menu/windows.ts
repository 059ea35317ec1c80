import type { DefinedProduct } from '../../reading/catalogue.ts';

type Price = DefinedProduct['state']['points'][number]['prices'][number];

/** A part of the week with a price of its own, as it is typed. `price`: in the currency; empty: none. */
export interface PriceWindow {
  readonly key: number;
  /** 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** HH:MM; `to` may be 24:00, or earlier than `from`: past midnight. */
  readonly from: string;
  readonly to: string;
  readonly price: number | string;
}

const MINUTES = 24 * 60;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** A piece of a day on the axis, in parts of the day. */
export interface Piece {
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

/** The pieces of a window, day by day: one that goes past midnight has its rest on the next day. */
export const piecesOf = ({ days, from, to }: Pick<PriceWindow, 'days' | 'from' | 'to'>): readonly Piece[] => {
  const [start, end] = [minutesOf(from) / MINUTES, minutesOf(to) / MINUTES];
  return days.flatMap((day) =>
    end > start
      ? [{ day, start, end }]
      : [{ day, start, end: 1 }, ...(end > 0 ? [{ day: (day % 7) + 1, start: 0, end }] : [])],
  );
};

const nameOf = ({ days, from, to }: Pick<PriceWindow, 'days' | 'from' | 'to'>): string =>
  `${[...days].sort().join('')} ${from} ${to}`;

/** What SetPrices has to say so that the point has these prices and no others. */
export const changesOf = (
  productId: number,
  before: readonly Price[],
  after: {
    readonly price: number | undefined;
    readonly windows: readonly (Omit<PriceWindow, 'price' | 'key'> & { price: number })[];
  },
) => {
  const plain = before.find(({ window }) => window === null)?.price;
  const kept = new Set(after.windows.map(nameOf));
  const gone = before.filter(({ window }) => window !== null && !kept.has(nameOf(window)));
  const known = new Map(before.flatMap(({ window, price }) => (window ? [[nameOf(window), price] as const] : [])));
  return [
    ...(after.price !== plain ? [{ product_id: productId, price: after.price ?? null }] : []),
    ...gone.map(({ window }) => ({ product_id: productId, price: null, window: window! })),
    ...after.windows
      .filter((window) => known.get(nameOf(window)) !== window.price)
      .map(({ days, from, to, price }) => ({ product_id: productId, price, window: { days: [...days], from, to } })),
  ];
};
