import type { Need } from '../needs.ts';
import type { BrandCreated } from './events.ts';
import type { ListName } from './lists.ts';

/** An entry of any list, by its fields. The schema of the list's event checks it before it is recorded. */
export type Entry = Readonly<Record<string, unknown>>;

export interface DefineReference {
  readonly type: 'DefineReference';
  readonly list: ListName;
  /** The whole entry with its id. A table has no point here: its hall has one. */
  readonly entry: Entry;
  /** The caller named the id, so the brand must have it already. */
  readonly replaces: boolean;
  /** The fields that are meant, if not the whole entry: the others stay what they are. */
  readonly named?: readonly string[] | undefined;
}

/** Takes an entry out of all choices, or brings it back. */
export interface RetireReference {
  readonly type: 'RetireReference' | 'RestoreReference';
  readonly list: ListName;
  readonly id: number;
  /** What else needs the entry, outside of the brand's lists. */
  readonly needed_by: readonly Need[];
}

export interface SetRetention {
  readonly type: 'SetRetention';
  readonly retention_days: number;
}

export type BrandCommand =
  | { readonly type: 'CreateBrand'; readonly brand: BrandCreated }
  | DefineReference
  | RetireReference
  | SetRetention;
