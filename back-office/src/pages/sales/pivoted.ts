export const KINDS = ['sales', 'payments', 'returns', 'deletions', 'labor'] as const;
export type Kind = (typeof KINDS)[number];

/** A value of a grouping: an id, a text, a number, or nothing. */
export type KeyValue = string | number | boolean | null;

/** What is counted, and how the table stands. Names are those of the API's groupings and measures. */
export interface Pivoted {
  readonly kind: Kind;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly measures: readonly string[];
  readonly only: Readonly<Record<string, readonly KeyValue[]>>;
}
