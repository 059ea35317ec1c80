import { describe, expect, it } from 'vitest';
import { PRODUCTS } from '../../../src/demo/menu/menu.ts';

describe('the data files', () => {
  it('the data files name every product once', () => {
    const keys = PRODUCTS.map((product) => product.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(PRODUCTS.map((product) => product.name)).size).toBe(keys.length);
  });

  it('the data files sell nothing below its cost', () => {
    for (const { type, name, price, cost } of PRODUCTS) if (type !== 'prep') expect(price, name).toBeGreaterThan(cost);
  });
});
