import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Problem, problemLine } from '../../brand-file/problems.ts';
import { readBrand } from '../../brand-file/read-brand.ts';
import { pictureBeside } from './pictures.ts';

/** The brand of a file. Throws, with a line for each problem, if it has any. */
export const brandOfFile = (path: string) => {
  const { brand, problems } = readBrand(readFileSync(path), path, {
    beside: (name) => contentsOf(join(dirname(path), name)),
    picture: (name) => pictureBeside(dirname(path), name),
  });
  if (brand === null) throw new Error(linesOf(problems));
  return brand;
};

export const linesOf = (problems: readonly Problem[]): string => problems.map(problemLine).join('\n');

const contentsOf = (path: string): Uint8Array | undefined => (existsSync(path) ? readFileSync(path) : undefined);

/** What is written beside brand.yaml: its zones in brand.geojson, its pictures in the folder brand-pictures. */
export const namesBeside = (path: string): { readonly zones: string; readonly pictures: string } => {
  const name = basename(path).replace(/\.ya?ml$/i, '');
  return { zones: `${name}.geojson`, pictures: `${name}-pictures` };
};
