/** A column of a view for analysts. */
export interface ViewColumn {
  /** Its Postgres type: it is documented, and a cast makes sure of it. */
  readonly type: string;
  readonly sql: string;
  /** Its comment, which is also its line in the data dictionary. */
  readonly about: string;
  /** Of a local time: the same as an instant, which the view shows too, after all other columns. */
  readonly instant?: ViewColumn;
}

/** A view of schema `analytics` over read models. It shows no phone, and no guest's name or comment. */
export interface AnalyticsView {
  readonly name: string;
  /** `versions`: all versions of another view's rows. */
  readonly kind: 'fact' | 'dimension' | 'versions';
  readonly about: string;
  /** The tables of read models that it uses. */
  readonly tables: readonly string[];
  /** The `from` clause. `table` returns a table's full name, also for a shadow schema before the swap. */
  readonly from: (table: (name: string) => string) => string;
  readonly columns: Readonly<Record<string, ViewColumn>>;
  /**
   * Its table `t` keeps versions. The view shows those that are valid now. Beside it, view `…_versions` shows them all, and
   * function `…_as_of` those that were valid at a position.
   */
  readonly keepsVersions?: true;
  /** The condition of its rows, as SQL. */
  readonly where?: string;
  /** The columns that tell its rows apart. */
  readonly key: readonly string[];
}

export const column = (type: string, sql: string, about: string): ViewColumn => ({ type, sql, about });

/** The text of the statement after `create … view …`. */
export const selectOf = ({ columns, from, where }: AnalyticsView, table: (name: string) => string): string => {
  const list = Object.entries(columns).map(([name, { sql, type }]) => `(${sql})::${type} as ${name}`);
  return `select ${list.join(', ')} from ${from(table)}${where === undefined ? '' : ` where ${where}`}`;
};
