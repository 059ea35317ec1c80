import { isRecord } from '../domain/is-record.ts';
import type { Reference } from './sections.ts';

type Path = readonly (string | number)[];
type Words = Readonly<Record<string, unknown>>;

/** The name of the field that is renamed: of `point_ids.*`, `point_ids`. */
const lastName = (path: readonly string[]): number => path.findLastIndex((part) => part !== '*');

/** The path of a reference in the file. */
const inFile = ({ path, as }: Reference): string[] => path.with(lastName(path), as) as string[];

/** A copy in which the field at the path has another name and other leaves. A field that is not there stays away. */
const rewritten = (
  value: unknown,
  path: readonly string[],
  name: string,
  leaf: (value: unknown) => unknown,
): unknown => {
  const [head, ...rest] = path;
  if (value === null || value === undefined) return value;
  if (head === undefined) return leaf(value);
  if (!isRecord(value)) return value;
  if (head === '*') {
    if (Array.isArray(value)) return value.map((item) => rewritten(item, rest, name, leaf));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item, rest, name, leaf)]));
  }
  const to = lastName(rest) === -1 ? name : head;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => (key === head ? [to, rewritten(item, rest, name, leaf)] : [key, item])),
  );
};

/** Fields of a command in the words of the file. */
export const toWords = (
  fields: Words,
  references: readonly Reference[],
  nameOf: (reference: Reference, id: number | string) => unknown,
): Words =>
  references.reduce<Words>(
    (words, reference) =>
      rewritten(words, reference.path, reference.as, (id) => nameOf(reference, id as number | string)) as Words,
    fields,
  );

/** Words of the file as fields of a command. */
export const toFields = (
  words: Words,
  references: readonly Reference[],
  idOf: (reference: Reference, name: string) => unknown,
): Words =>
  references.reduce<Words>((fields, reference) => {
    const original = reference.path[lastName(reference.path)]!;
    return rewritten(fields, inFile(reference), original, (name) => idOf(reference, name as string)) as Words;
  }, words);

/** The names that an entry of the file refers to, with their paths in it. */
export const namesIn = (words: Words, reference: Reference): { readonly path: Path; readonly name: string }[] => {
  const found: { path: Path; name: string }[] = [];
  const walk = (value: unknown, rest: readonly string[], path: Path): void => {
    const [head, ...after] = rest;
    if (head === undefined) {
      if (typeof value === 'string') found.push({ path, name: value });
    } else if (isRecord(value)) {
      if (head !== '*') walk(value[head], after, [...path, head]);
      else if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, after, [...path, index]);
      else for (const [key, item] of Object.entries(value)) walk(item, after, [...path, key]);
    }
  };
  walk(words, inFile(reference), []);
  return found;
};
