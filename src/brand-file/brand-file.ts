import type { FilePicture } from './pictures.ts';
import type { Problem } from './problems.ts';
import type { SectionName } from './sections.ts';
import type { Told } from './told.ts';

export type Words = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A thing of the brand, as the file has it. */
export interface FileEntry {
  /** All fields in the file's words, with their defaults. */
  readonly words: Words;
  /** The fields that the file names. */
  readonly present: ReadonlySet<string>;
  /** The fields of pictures that are paths here and have no address: they stay as they are on the server. */
  readonly untold?: ReadonlySet<string>;
  /** A problem at a field of the entry. */
  problemAt(path: Path, message: string, told: Told): Problem;
}

export interface WindowPrice {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly price: number;
}

/** What a point takes for a product. Without `price`: nothing is said of the price outside of the windows. */
export interface FilePrice {
  readonly price?: number | undefined;
  readonly windows: readonly WindowPrice[];
}

/** What a point does on a date: closed without hours, else open from `open` to `close`. */
export interface FileSpecialDay {
  readonly open?: string | undefined;
  readonly close?: string | undefined;
  readonly reason?: string | null | undefined;
}

type ByPoint<Value> = ReadonlyMap<string, Value>;

/** A brand as a file. A section that the file does not have is undefined, and says nothing of what there is. */
export interface BrandFile {
  readonly brand: Words | undefined;
  /** Groups that products may share, by their names. */
  readonly modifier_groups?: ReadonlyMap<string, Words>;
  readonly sections: { readonly [Section in SectionName]?: ReadonlyMap<string, FileEntry> };
  readonly prices: ByPoint<ReadonlyMap<string, FilePrice>>;
  readonly costs: ByPoint<ReadonlyMap<string, number>>;
  readonly not_on_sale: ByPoint<readonly string[]>;
  readonly closed_categories: ByPoint<readonly string[]>;
  /** By point, then by date (`YYYY-MM-DD`). */
  readonly special_days: ByPoint<ReadonlyMap<string, FileSpecialDay>>;
  /** Pictures that lie beside the file, by their paths: fields that show them have the paths. */
  readonly pictures: ReadonlyMap<string, FilePicture>;
  problemAt(path: Path, message: string, told: Told): Problem;
}
