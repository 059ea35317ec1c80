import { readFileSync } from 'node:fs';
import type { BrandFile, Words } from '../../brand-file/brand-file.ts';
import { problemLine } from '../../brand-file/problems.ts';
import { readBrand } from '../../brand-file/read-brand.ts';
import type { PictureBeside } from '../../brand-file/read-pictures.ts';
import type { SectionName } from '../../brand-file/sections.ts';
import { PICTURES } from '../pictures/pictures.ts';
import type { PointKey } from './point-keys.ts';

let known: BrandFile | undefined;
let knownAt: string | undefined;

const FOLDER = new URL('../../../examples/brand/', import.meta.url);

/** Throws if the file is wrong. */
const readDemoFile = (picturesAt?: string): BrandFile => {
  const contents = (name: string) => readFileSync(new URL(name, FOLDER));
  const { brand, problems } = readBrand(contents('brand.yaml'), 'examples/brand/brand.yaml', {
    beside: contents,
    ...(picturesAt !== undefined && { picture: (path) => pictureAt(picturesAt, path) }),
  });
  if (brand === null) throw new Error(problems.map(problemLine).join('\n'));
  return brand;
};

/** The app draws the pictures that lie in examples/brand: as drawings they are smaller, and sharp on any screen. */
const pictureAt = (address: string, path: string): PictureBeside => {
  const name = path.replace(/^pictures\/(.*)\.webp$/, '$1.svg');
  return PICTURES.files.has(name)
    ? { address: `${address}${PICTURES.path}/${name}` }
    : { problem: `there is no picture ${path}`, told: { code: 'picture_missing', values: { path } } };
};

/**
 * The demo brand, as examples/brand has it. Read once: it takes a tenth of a second.
 * @param picturesAt the address of the app that serves the pictures; undefined: whoever asks needs none
 */
export const demoFile = (picturesAt?: string): BrandFile => {
  if (!known || (picturesAt !== undefined && knownAt !== picturesAt)) {
    known = readDemoFile(picturesAt);
    knownAt = picturesAt;
  }
  return known;
};

/** The entries of a section, by their names. */
export const demoEntries = (section: SectionName): readonly (readonly [key: string, words: Words])[] =>
  [...(demoFile().sections[section] ?? [])].map(([key, { words }]) => [key, words]);

/** What the demo needs to know of its points. */
export interface DemoPoint {
  readonly name: string;
  readonly timezone: string;
  readonly working_hours: readonly {
    readonly day: number;
    readonly is_open: boolean;
    readonly open: string;
    readonly close: string;
  }[];
}

export const demoPoint = (key: PointKey): DemoPoint => {
  const entry = demoFile().sections.points?.get(key);
  if (!entry) throw new Error(`examples/brand has no point ${key}`);
  return entry.words as unknown as DemoPoint;
};
