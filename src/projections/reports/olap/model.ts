/** The types of columns, as the report names them. */
export type ColumnType =
  | 'id'
  | 'uuid'
  | 'string'
  | 'boolean'
  | 'date'
  | 'integer'
  | 'quantity'
  | 'money'
  | 'percent'
  | 'minutes';

/** Whether a fact is a whole cheque (or return, or attendance shift), or a line of one. */
export type Level = 'cheque' | 'line';

/** Where the name of an entity comes from: a kind of read.names, the cheque's own number, or texts of the program. */
export type NameSource = { readonly kind: string } | 'cheque' | 'texts' | 'none';

/** What facts can be grouped and filtered by. */
export interface Dimension {
  /** Of the value, or of the entity's id. */
  readonly type: ColumnType;
  readonly level: Level;
  /** An entity has an id and a name, in two columns. Absent: the value is all there is. */
  readonly entity?: NameSource;
  /** Rows are in its order unless told. */
  readonly isTime?: true;
  /** Values have an order that people ask ranges of. */
  readonly hasRange?: true;
}

/** SQL over a fact, and the joins of its source that it needs. */
export interface Expression {
  readonly sql: string;
  readonly joins?: readonly string[];
}

/** How facts of one source become one number. */
export type Aggregate =
  /** The sum over facts. A fact where it is null does not count. */
  | ({ readonly how: 'sum' } & Expression)
  /** How many different values there are. `perFact`: each fact has one of its own, so facts can be counted. */
  | ({ readonly how: 'distinct'; readonly perFact?: true } & Expression)
  /** The sum of a value that all facts with the same `of` (an integer id) share: each counts once. */
  | ({ readonly how: 'once'; readonly of: string } & Expression);

/**
 * A number that measures are made of, by the names of the sources that can tell it. The first source that knows every
 * dimension of the question is read.
 */
export type Part = Readonly<Record<string, Aggregate>>;

export interface Measure {
  readonly type: ColumnType;
  readonly parts: readonly Part[];
  /** SQL over the parts' sums. Absent: the only part is the value. */
  readonly value?: (...parts: readonly string[]) => string;
  /** The value is a quotient: values of cells do not add up, and have no ids behind them. */
  readonly isRatio?: true;
}

/** A table that a source may join. Each of its rows that is valid at the moment matches a fact at most once. */
export interface Join {
  readonly type: 'join' | 'left join';
  /** Or a subquery, with the condition for rows of tables with versions. */
  readonly table: string | ((valid: (alias: string) => string) => string);
  readonly alias: string;
  readonly on: string;
  /** Joins that must stand before it. */
  readonly after?: readonly string[];
  /** Whatever is known of it later. */
  readonly isAnyVersion?: true;
  /** Its facts are of the same brand and business days: said again, so that Postgres need not look at others. */
  readonly isSamePeriod?: true;
}

/** Whose facts of which days, and what is known of them. */
export interface Scope {
  readonly brandId: string;
  /** Null: all points of the brand. */
  readonly pointIds: readonly string[] | null;
  readonly dateFrom: string;
  readonly dateTo: string;
  /** The condition that a row of a versioned table was valid at the moment. */
  valid(alias: string): string;
}

/** A table of facts, each of a brand, a point and a business day. */
export interface Source {
  /** Or a subquery with the columns `brand_id`, `point_id`, `known_from` and `known_to`, of facts that count in the scope. */
  readonly table: string | ((scope: Scope) => string);
  readonly alias: string;
  readonly level: Level;
  readonly date: string;
  /** Which of its rows count. */
  readonly where?: (valid: (alias: string) => string) => string;
  /** Rows of another table whose coming ends facts of this one, which themselves stay as they are. */
  readonly endedBy?: { readonly table: string; readonly alias: string; readonly on: string };
  /** Between the table and its joins: one fact for each element of a column. */
  readonly spread?: string;
  readonly joins: Readonly<Record<string, Join>>;
  readonly dimensions: Readonly<Record<string, Expression>>;
  /** What the details show of a fact. */
  readonly shown: {
    /** The cheque's id; null: facts of this source are of no cheque. */
    readonly cheque: string | null;
  };
}

export interface Kind {
  readonly sources: Readonly<Record<string, Source>>;
  readonly measures: Readonly<Record<string, Measure>>;
  /** Read models that its facts are in. */
  readonly readModels: readonly string[];
}
