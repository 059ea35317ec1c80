import { isRecord } from '../domain/is-record.ts';
import type { Problem } from './problems.ts';
import type { Told } from './told.ts';

type Path = readonly (string | number)[];

/** A picture that lies beside the file: it is sent before what shows it. */
export interface FilePicture {
  readonly sha256: string;
  /** A problem at its first place in the file. */
  problemAt(message: string, told: Told): Problem;
}

/** The fields of the commands that are addresses of pictures. */
const PICTURES: readonly (string | number)[] = ['image', 'logo'];

/** Whether a text begins as an address does: `http:`, and what is none for a picture, such as `file:`. */
export const isAddress = (value: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(value);

/** A copy in which each picture, also one deep inside, is what `map` makes of it. One that is undefined is left out. */
export const mapPictures = (
  value: unknown,
  map: (given: string, path: Path) => string | undefined,
  path: Path = [],
): unknown => {
  if (typeof value === 'string') return PICTURES.includes(path.at(-1)!) ? map(value, path) : value;
  if (Array.isArray(value)) return value.map((item, index) => mapPictures(item, map, [...path, index]));
  if (!isRecord(value)) return value;
  const mapped = Object.entries(value).map(([key, item]) => [key, mapPictures(item, map, [...path, key])] as const);
  return Object.fromEntries(mapped.filter(([key, item]) => item !== undefined || value[key] === undefined));
};

/** A copy with these texts at these paths. What leads to them is there. */
export const withTexts = <Value>(value: Value, texts: ReadonlyMap<Path, string>): Value => {
  if (texts.size === 0) return value;
  const copy = structuredClone(value);
  for (const [path, text] of texts) {
    const holder = path.slice(0, -1).reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], copy);
    (holder as Record<string, unknown>)[path.at(-1)!] = text;
  }
  return copy;
};

/** The hash of a picture that this program keeps, by its address. */
export const hashIn = (address: string): string | undefined => /\/images\/([\da-f]{64})$/.exec(address)?.[1];
