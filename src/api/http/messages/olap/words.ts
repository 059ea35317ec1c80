import type { ColumnName, KindName } from '../../../../projections/reports/olap/kinds.ts';

/** The words of OLAP in one language: a missing text is a type error. */
export interface OlapTexts {
  readonly kinds: Readonly<Record<KindName, string>>;
  readonly columns: Readonly<Record<ColumnName, readonly [title: string, description: string]>>;
  /** Beside a title: the column holds the id of what the title names. */
  readonly id: string;
  /** The name of source 0. */
  readonly ownSource: string;
  /** By payment category. */
  readonly paymentCategories: Readonly<Record<number, string>>;
}
