import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Problem, problemLine } from '../../brand-file/problems.ts';
import { readBrand } from '../../brand-file/read-brand.ts';

/** The brand of a file. Throws, with a line for each problem, if it has any. */
export const brandOfFile = (path: string) => {
  const { brand, problems } = readBrand(readFileSync(path), path, {
    beside: (name) => contentsOf(join(dirname(path), name)),
  });
  if (brand === null) throw new Error(linesOf(problems));
  return brand;
};

export const linesOf = (problems: readonly Problem[]): string => problems.map(problemLine).join('\n');

const contentsOf = (path: string): Uint8Array | undefined => (existsSync(path) ? readFileSync(path) : undefined);

/** The file of zones beside a brand's: brand.yaml has brand.geojson. */
export const zonesBeside = (path: string): { readonly path: string; readonly name: string } => {
  const name = `${basename(path).replace(/\.ya?ml$/i, '')}.geojson`;
  return { path: join(dirname(path), name), name };
};
