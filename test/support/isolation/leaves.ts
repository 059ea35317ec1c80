import { isIdName, type Kind, kindOf } from './ids.ts';

/** One id in a request. */
export interface Leaf {
  readonly path: string;
  readonly kind: Kind;
  /** The request with another id in this place. */
  with(id: string | number): unknown;
}

/** Every id in what is sent, of lists the first. */
export const leavesOf = (place: string, sent: unknown): Leaf[] =>
  walk(sent, '', (id) => id).flatMap(({ path, set }) => {
    const kind = kindOf(place, path);
    return kind === 'other' ? [] : [{ path, kind, with: set }];
  });

interface Found {
  readonly path: string;
  readonly set: (id: unknown) => unknown;
}

const walk = (value: unknown, before: string, put: (changed: unknown) => unknown): Found[] => {
  if (Array.isArray(value)) return walk(value[0], before, (changed) => put([changed, ...value.slice(1)]));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const set = (changed: unknown): unknown => put({ ...value, [name]: changed });
    if (!isIdName(name)) return walk(field, `${before}${name}.`, set);
    return [{ path: before + name, set: intoFirst(field, set) }];
  });
};

/** Of many ids, in a list or by name, the first is the one that is replaced. */
const intoFirst = (field: unknown, set: (changed: unknown) => unknown): ((id: unknown) => unknown) => {
  if (Array.isArray(field)) return (id) => set([id, ...field.slice(1)]);
  if (field === null || typeof field !== 'object') return set;
  return (id) => set({ ...field, [Object.keys(field)[0]!]: id });
};
