import type { DimensionName } from './dimensions.ts';
import type { KindName, MeasureName } from './kinds.ts';

export type FilterValue = string | number | boolean | null;

/** All that is given must hold. `from` and `to` are both included. */
export interface FilterTest {
  readonly in?: readonly FilterValue[] | undefined;
  readonly not_in?: readonly FilterValue[] | undefined;
  readonly from?: string | number | undefined;
  readonly to?: string | number | undefined;
}

/** What is asked of the facts, apart from whose they are. Each value has the type of its column. */
export interface Question {
  readonly kind: KindName;
  /** Business days, both included. */
  readonly date_from: string;
  readonly date_to: string;
  readonly group_by: readonly DimensionName[];
  readonly measures: readonly MeasureName[];
  /** By column. */
  readonly filters: Readonly<Record<string, FilterTest | undefined>>;
  /** Groupings and measures of the question; `-` before the name: descending. */
  readonly order_by: readonly string[];
  /** Undefined: all rows. */
  readonly limit: number | undefined;
  /** Of each beginning of `group_by`. */
  readonly subtotals: boolean;
  /** Further ones, each by some of `group_by`. */
  readonly subtotals_by: readonly (readonly DimensionName[])[];
}
