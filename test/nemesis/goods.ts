import type { TestVenue } from '../support/venue.ts';
import type { Goods } from './operations.ts';

/** What the stop-list begins with: soon gone, so that clients fight for the last ones. */
export const UNITS: Readonly<Partial<Record<Goods, number>>> = { tea: 50, kazy: 25, egg: 15 };

/** The lines of an order. An egg is a modifier: its units are taken like those of a line. */
export const orderLines = ({ products }: TestVenue, goods: Goods, quantity: number): object[] => {
  const { plov, small, egg } = products;
  const size = { product_id: small, quantity: 1 };
  if (goods === 'plov') return [{ product_id: plov, quantity, modifiers: [size] }];
  if (goods === 'egg') return [{ product_id: plov, quantity, modifiers: [size, { product_id: egg, quantity: 1 }] }];
  return [{ product_id: products[goods], quantity }];
};
