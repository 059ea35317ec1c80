import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { planBrand } from '../../../src/brand-file/plan.ts';
import { planLines } from '../../../src/brand-file/print-plan.ts';
import { problemLine } from '../../../src/brand-file/problems.ts';
import { readBrand } from '../../../src/brand-file/read-brand.ts';
import type { There } from '../../../src/brand-file/there.ts';
import { brandOfFile } from '../../../src/cli/brand/files.ts';
import { unfitPictures } from '../../../src/cli/brand/pictures.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const fields = {
  type: 'item',
  name: 'Tea',
  base_price: 5,
  image: 'http://here/tea.png',
  description: 'Hot',
  is_divisible: false,
  order_number: 0,
  is_active: true,
  modifier_groups: [],
};
const THERE: There = {
  sections: { products: [{ id: 1, fields }] },
  names: { products: new Map([['tea', 1]]) },
  atPoints: new Map(),
  closedAt: new Map(),
  specialDays: new Map(),
  readAt: 0,
};

const pruned = (image: string): string[] => {
  const text = `products:\n  tea: {type: item, name: Tea, base_price: 5${image}}\n`;
  const { brand } = readBrand(new TextEncoder().encode(text), 'b.yaml');
  return planLines(planBrand(brand!, THERE, { prune: true }));
};

test('a picture that is a path here stays on the server, also with --prune; one that is left out goes', () => {
  const description = '    description: "Hot" -> none';
  expect(pruned(', image: pictures/tea.png')).toEqual(['~ products.tea', description]);
  expect(pruned('')).toContain('    image: "http://here/tea.png" -> none');
});

test('a picture that the server has is the same one, at whatever address; a file that it does not have is a change, also deep inside', () => {
  const hash = 'a'.repeat(64);
  const there = {
    ...THERE,
    sections: { products: [{ id: 1, fields: { ...fields, image: `https://other.name/images/${hash}` } }] },
  };
  const text = 'products:\n  tea: {type: item, name: Tea, base_price: 5, image: pictures/tea.png}\n';
  const { brand } = readBrand(new TextEncoder().encode(text), 'b.yaml', { picture: () => ({ sha256: 'x' }) });
  expect([...brand!.pictures.keys()]).toEqual(['pictures/tea.png']);
  const lines = (pictures: ReadonlyMap<string, string>) => planLines(planBrand(brand!, there, { pictures }));
  expect(lines(new Map([['pictures/tea.png', hash]]))).toEqual([]);
  const change = [`    image: "https://other.name/images/${hash}" -> "pictures/tea.png"`];
  expect(lines(new Map())).toEqual(['~ products.tea', ...change]);
  expect(lines(new Map([['pictures/tea.png', 'b'.repeat(64)]]))).toEqual(['~ products.tea', ...change]);
});

test('pictures that are missing or can not be used are told with their lines before anything is sent', async () => {
  const folder = await tempFolder();
  mkdirSync(join(folder, 'pictures'));
  const create = { width: 20, height: 20, channels: 3, background: '#ff0000' } as const;
  const png = await sharp({ create }).png().toBuffer();
  writeFileSync(join(folder, 'pictures/cut.png'), png.subarray(0, png.length - 30));
  writeFileSync(join(folder, 'pictures/text.png'), 'This is no picture.');
  writeFileSync(join(folder, 'pictures/large.jpg'), Buffer.alloc(10 * 1024 ** 2 + 1));
  const file = join(folder, 'b.yaml');
  const problemsIn = (...images: readonly string[]): string[] => {
    const entry = (image: string, index: number) => `  c${index}: {name: C, image: ${JSON.stringify(image)}}\n`;
    writeFileSync(file, `categories:\n${images.map(entry).join('')}`);
    try {
      brandOfFile(file);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').map((line) => line.replace(file, 'b.yaml'));
    }
  };
  const paths = [
    'none.png',
    'pictures',
    'pictures/text.png',
    'pictures/large.jpg',
    '../b.png',
    '/etc/a.png',
    'a\\b.png',
  ];
  const elsewhere = 'must lie beside this file, or in a folder there: pictures/plov.jpg';
  expect(problemsIn(...paths, 'ftp://x/a.png')).toEqual([
    'b.yaml:2:17: categories.c0.image: there is no picture none.png',
    'b.yaml:3:17: categories.c1.image: there is no picture pictures',
    'b.yaml:4:17: categories.c2.image: pictures/text.png is no JPEG, PNG or WebP',
    'b.yaml:5:17: categories.c3.image: pictures/large.jpg is larger than 10 MB',
    `b.yaml:6:17: categories.c4.image: ../b.png ${elsewhere}`,
    `b.yaml:7:17: categories.c5.image: /etc/a.png ${elsewhere}`,
    `b.yaml:8:17: categories.c6.image: a\\b.png ${elsewhere}`,
    'b.yaml:9:17: categories.c7.image must be an address that begins with http:// or https://',
  ]);
  expect(problemsIn('pictures/cut.png')).toEqual([]);
  const { pictures } = brandOfFile(file);
  const unfit = await unfitPictures(folder, pictures, [...pictures.keys()]);
  expect(unfit.map(problemLine)).toEqual([
    `${file}:2:17: categories.c0.image: pictures/cut.png is broken: it can not be read`,
  ]);
});
