import type { BrandCreated } from './events.ts';
import type { ListName } from './lists.ts';

/** An entry of some list, by its fields. The schema of the list's event checks it before it is recorded. */
export type Entry = Readonly<Record<string, unknown>>;

export interface DefineReference {
  readonly type: 'DefineReference';
  readonly list: ListName;
  /** Whole, with its id. A table has no point here: it is its hall's. */
  readonly entry: Entry;
  /** The caller named the id, so it must be one of the brand's already. */
  readonly replaces: boolean;
}

export type BrandCommand = { readonly type: 'CreateBrand'; readonly brand: BrandCreated } | DefineReference;
