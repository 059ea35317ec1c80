import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../../src/demo/menu/categories.ts';
import { PRODUCTS } from '../../../src/demo/menu/menu.ts';
import { PICTURES } from '../../../src/demo/pictures/pictures.ts';

describe('the data files', () => {
  it('the data files name every product once', () => {
    const keys = PRODUCTS.map((product) => product.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(PRODUCTS.map((product) => product.name)).size).toBe(keys.length);
  });

  it('the data files sell nothing below its cost', () => {
    for (const { type, name, price, cost } of PRODUCTS) if (type !== 'prep') expect(price, name).toBeGreaterThan(cost);
  });

  it('the data files have a small picture of each dish that guests see, and no other', () => {
    const shown = PRODUCTS.filter(
      ({ category, is_active, in_showcase }) =>
        CATEGORIES[category].showcase_id !== null && is_active !== false && in_showcase !== false,
    );
    expect([...PICTURES.files.keys()].sort()).toEqual(shown.map(({ key }) => `${key}.svg`).sort());
    for (const [name, svg] of PICTURES.files) {
      expect(svg, name).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 240" [^<]*>.*<\/svg>$/,
      );
      expect(svg, name).not.toMatch(/undefined|NaN|<script|<style|style=|href/);
      expect(svg.length, name).toBeLessThan(25_000);
    }
  });
});
