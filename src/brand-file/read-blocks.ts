import type { z } from 'zod';
import { isRecord } from '../domain/is-record.ts';
import type { Words } from './brand-file.ts';
import { issueText, issueTold } from './issues.ts';
import { isFileName } from './schema.ts';
import type { Told } from './told.ts';

export type Path = readonly (string | number)[];

/** Says what is wrong at a place of the file. */
export type Report = (path: Path, message: string, told: Told) => void;

/** Reads plain values of the file. What does not fit is reported, with its place. */
export interface Blocks {
  /** The value by its schema; undefined, after a report: it does not fit. */
  parse<Schema extends z.ZodType>(schema: Schema, value: unknown, path: Path): z.output<Schema> | undefined;
  /** The entries of a block, by their names. Those with no proper name are left out, after a report. */
  block(value: unknown, path: Path): [name: string, value: unknown][];
}

export const createBlocks = (report: Report): Blocks => ({
  parse: (schema, value, path) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const told = new Set<string>();
    for (const issue of parsed.error.issues) {
      // One value may break several rules of one kind.
      const place = issue.path.join('\0');
      if (told.has(place)) continue;
      told.add(place);
      const inner = [...path, ...(issue.path as Path)];
      const shape = 'shape' in schema && issue.path.length === 0 ? Object.keys(schema.shape as object) : [];
      const unknown = issue.code === 'unrecognized_keys' ? [...inner, issue.keys[0]!] : inner;
      const isGone = isMissing(value, issue.path);
      const text = isGone ? 'is missing' : issueText(issue, shape);
      report(unknown, `${inner.join('.')} ${text}`, isGone ? { code: 'field_required' } : issueTold(issue));
    }
    return undefined;
  },
  block: (value, path) => {
    if (value === undefined || value === null) return [];
    if (!isBlock(value)) {
      report(path, `${path.join('.')} must be a block of names, each with its fields`, { code: 'type_object' });
      return [];
    }
    return Object.entries(value).filter(([name]) => {
      if (isFileName(name)) return true;
      const text = `${path.join('.')} has the name "${name}": a name has letters, digits and _ - . / alone`;
      report([...path, name], text, { code: 'bad_name', values: { name } });
      return false;
    });
  },
});

export const isBlock = (value: unknown): value is Words => isRecord(value) && !Array.isArray(value);

const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean => {
  let found = value;
  for (const part of path) {
    if (!isRecord(found)) return false;
    found = (found as Words)[String(part)];
  }
  return path.length > 0 && found === undefined;
};
