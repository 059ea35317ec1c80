import type { Told } from './told.ts';

/** Something in a file that is wrong, and where: lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The same for readers of other languages; undefined: the message is all there is. */
  readonly told?: Told;
  /** Which field it is, as `points.north.phone`. */
  readonly place?: string;
}

/** `brand.yaml:12:5: …`, as compilers write it: editors lead to the place. */
export const problemLine = ({ file, line, column, message }: Problem): string =>
  `${file}:${line}:${column}: ${message}`;

/** In the order of the file. */
export const byPlace = (one: Problem, other: Problem): number =>
  one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column;
