import { basename, dirname, join } from 'node:path';
import { type Problem, problemLine } from '../../brand-file/problems.ts';
import { readBrand } from '../../brand-file/read-brand.ts';
import { contentsOf } from './contents.ts';
import { pictureBeside } from './pictures.ts';

/** The brand of a file. Throws, with a line for each problem, if it has any. */
export const brandOfFile = (path: string) => {
  const { brand, problems } = readBrand(bytesOf(path), path, {
    beside: (name) => contentsOf(join(dirname(path), name)),
    picture: (name) => pictureBeside(dirname(path), name),
  });
  if (brand === null) throw new Error(linesOf(problems));
  return brand;
};

export const linesOf = (problems: readonly Problem[]): string => problems.map(problemLine).join('\n');

/** The bytes of a file that was named. Throws, in one line, if there is none. */
export const bytesOf = (path: string): Uint8Array => {
  const bytes = contentsOf(path);
  if (!bytes) throw new Error(`there is no file ${path}`);
  return bytes;
};

/** What is written beside brand.yaml: its zones in brand.geojson, its pictures in the folder brand-pictures. */
export const namesBeside = (path: string): { readonly zones: string; readonly pictures: string } => {
  const name = basename(path).replace(/\.ya?ml$/i, '');
  return { zones: `${name}.geojson`, pictures: `${name}-pictures` };
};
