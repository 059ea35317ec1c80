import { isRecord } from '../../domain/is-record.ts';
import { invalid } from '../../domain/refusal.ts';

type Id = string | number;

/** The names that a batch gives to the things that its commands make, for the commands after them. */
export interface BatchNames {
  /** Throws name_taken (400) if an earlier command of the batch has the name. */
  requireFree(name: string): void;
  keep(name: string, id: unknown): void;
  /**
   * The fields with the id in place of each `{"$": name}`. Throws name_unknown (400), with the path of the field, if no
   * earlier command has made a thing of that name: there is none, or it was rejected.
   */
  filled(fields: object): object;
}

export const createBatchNames = (): BatchNames => {
  /** Undefined: the command that was to make it has not, or not yet. */
  const ids = new Map<string, Id | undefined>();

  const fill = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return each(value, (element, index) => fill(element, `${path}[${index}]`));
    if (!isRecord(value)) return value;
    const name = nameIn(value);
    if (name !== undefined) return idOf(name, path);
    return eachOf(value, (member, field) => fill(member, path === '' ? field : `${path}.${field}`));
  };
  const idOf = (name: string, field: string): Id => {
    const id = ids.get(name);
    if (id === undefined) throw invalid('name_unknown', { field, name: name.slice(0, MAX_NAME) });
    return id;
  };

  return {
    requireFree: (name) => {
      if (ids.has(name)) throw invalid('name_taken', { field: 'as', name });
      ids.set(name, undefined);
    },
    keep: (name, id) => {
      if (typeof id === 'string' || typeof id === 'number') ids.set(name, id);
    },
    filled: (fields) => fill(fields, '') as object,
  };
};

export const MAX_NAME = 100;

/** The name, of `{"$": name}`. */
const nameIn = (value: Readonly<Record<string, unknown>>): string | undefined => {
  if (typeof value.$ !== 'string') return undefined;
  for (const key in value) if (key !== '$') return undefined;
  return value.$;
};

/** The same list, if nothing in it was filled in: most commands name nothing. */
const each = (list: readonly unknown[], fill: (element: unknown, index: number) => unknown): readonly unknown[] => {
  const filled = list.map(fill);
  return filled.some((element, index) => element !== list[index]) ? filled : list;
};

const eachOf = (
  record: Readonly<Record<string, unknown>>,
  fill: (member: unknown, field: string) => unknown,
): Readonly<Record<string, unknown>> => {
  const filled = Object.entries(record).map(([field, member]) => [field, fill(member, field)] as const);
  return filled.some(([field, member]) => member !== record[field]) ? Object.fromEntries(filled) : record;
};
