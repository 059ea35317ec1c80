/** A column of a view for analysts. */
export interface ViewColumn {
  /** Its Postgres type: documented, and held to it by a cast. */
  readonly type: string;
  readonly sql: string;
  /** The comment on it, and its line in the data dictionary. */
  readonly about: string;
}

/** A view of schema `analytics` over read models. It shows nobody's phone, and no guest's name or words. */
export interface AnalyticsView {
  readonly name: string;
  readonly kind: 'fact' | 'dimension';
  readonly about: string;
  /** The read models' tables it is made of. */
  readonly tables: readonly string[];
  /** From where, and what follows. `table` answers a table's full name: the same in a shadow schema while it moves in. */
  readonly from: (table: (name: string) => string) => string;
  readonly columns: Readonly<Record<string, ViewColumn>>;
}

export const column = (type: string, sql: string, about: string): ViewColumn => ({ type, sql, about });

/** The statement's text after `create … view …`. */
export const selectOf = ({ columns, from }: AnalyticsView, table: (name: string) => string): string => {
  const list = Object.entries(columns).map(([name, { sql, type }]) => `(${sql})::${type} as ${name}`);
  return `select ${list.join(', ')} from ${from(table)}`;
};
