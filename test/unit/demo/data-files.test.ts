import { describe, expect, it } from 'vitest';
import { demoEntries, demoFile } from '../../../src/demo/brand/demo-file.ts';
import { PICTURES } from '../../../src/demo/pictures/pictures.ts';

const products = demoEntries('products');

describe('the demo brand as a file', () => {
  it('the demo brand as a file calls every product otherwise', () => {
    const dishes = products.filter(([, { type }]) => type !== 'modifier');
    expect(new Set(dishes.map(([, { name }]) => name)).size).toBe(dishes.length);
  });

  it('the demo brand as a file sells nothing below its cost', () => {
    const costs = demoFile().costs.get('amir_temur')!;
    for (const [key, { type, base_price }] of products) {
      if (type === 'product' || type === 'item') expect(base_price, key).toBeGreaterThan(costs.get(key)!);
    }
  });

  it('the demo brand as a file has a small picture of each dish that guests see, and no other', () => {
    const { image } = Object.fromEntries(
      [...demoFile('http://here').sections.products!].map(([key, { words }]) => [key, words]),
    ).cola!;
    expect(image).toBe('http://here/demo/pictures/cola.svg');
    const [[, showcase]] = demoEntries('showcases') as [[string, { products: { product: string }[] }]];
    const shown = showcase.products.map(({ product }) => `${product}.svg`);
    expect([...PICTURES.files.keys()].sort()).toEqual(shown.sort());
    for (const [name, svg] of PICTURES.files) {
      expect(svg, name).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 240" [^<]*>.*<\/svg>$/,
      );
      expect(svg, name).not.toMatch(/undefined|NaN|<script|<style|style=|href/);
      expect(svg.length, name).toBeLessThan(25_000);
    }
  });
});
