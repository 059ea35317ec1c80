import { type RawBuilder, sql } from 'kysely';
import { dimensionOf } from './dimensions.ts';
import type { ColumnType, Join, Kind, Scope, Source } from './model.ts';
import type { PlannedFilter, PlannedKey } from './plan.ts';
import type { FilterTest, FilterValue } from './question.ts';

export type Sql = RawBuilder<unknown>;
export const { raw } = sql;
export const list = (parts: readonly Sql[]): Sql => sql.join([...parts], raw(', '));
export const every = (conditions: readonly Sql[]): Sql => sql.join([...conditions], raw(' and '));

/** A column of facts. */
export interface FactColumn {
  readonly name: string;
  readonly sql: string;
  readonly joins?: readonly string[];
}

export interface FactsAsked {
  readonly columns: readonly FactColumn[];
  readonly filters: readonly PlannedFilter[];
  /** Further conditions. */
  readonly where?: readonly Sql[];
}

/** SELECT of facts of a source: the columns of those that pass the filters. */
export const selectFacts = (source: Source, { columns, filters, where = [] }: FactsAsked, scope: Scope): Sql => {
  const { alias, spread = '' } = source;
  const table = typeof source.table === 'string' ? source.table : source.table(scope);
  const expressionOf = (name: string) => source.dimensions[name]!;
  const needed = new Set<string>();
  const need = (names: readonly string[] = []): void => {
    for (const name of names) {
      need(source.joins[name]!.after);
      needed.add(name);
    }
  };
  for (const { joins } of columns) need(joins);
  for (const { name } of filters) need(expressionOf(name).joins);
  const joins = Object.entries(source.joins).filter(([name]) => needed.has(name));
  const conditions = [
    sql`${raw(alias)}.brand_id = ${scope.brandId}::uuid`,
    sql`${raw(source.date)} between ${scope.dateFrom}::date and ${scope.dateTo}::date`,
    raw(scope.valid(alias)),
    ...(scope.pointIds ? [sql`${raw(alias)}.point_id = any (${scope.pointIds}::uuid[])`] : []),
    ...(source.where ? [raw(source.where(scope.valid))] : []),
    ...filters.map(({ name, test }) => testOf(expressionOf(name).sql, dimensionOf(name).type, test)),
    ...where,
  ];
  return sql`
    select ${list(columns.map(({ name, sql: text }) => raw(`${text} as ${name}`)))}
    from ${raw(`${table} as ${alias}`)} ${raw(spread)} ${sql.join(
      joins.map(([, join]) => joinOf(join, scope)),
      raw(' '),
    )}
    where ${every(conditions)}`;
};

const joinOf = ({ type, table, alias, on, isSamePeriod, isAnyVersion }: Join, scope: Scope): Sql => {
  const conditions = [
    raw(on),
    ...(isAnyVersion ? [] : [raw(scope.valid(alias))]),
    ...(isSamePeriod
      ? [
          sql`${raw(alias)}.brand_id = ${scope.brandId}::uuid`,
          sql`${raw(alias)}.business_date between ${scope.dateFrom}::date and ${scope.dateTo}::date`,
        ]
      : []),
  ];
  const from = typeof table === 'string' ? table : table(scope.valid);
  return sql`${raw(`${type} ${from} as ${alias} on`)} ${every(conditions)}`;
};

/** The Postgres types of values. */
const CASTS: Readonly<Record<ColumnType, string>> = {
  id: 'bigint',
  uuid: 'uuid',
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  integer: 'bigint',
  quantity: 'numeric',
  money: 'numeric',
  percent: 'numeric',
  minutes: 'numeric',
};

/** Whether a value passes a test. Null is a value like others: it is not in a list without null. */
export const testOf = (expression: string, type: ColumnType, test: FilterTest): Sql => {
  const cast = raw(CASTS[type]);
  const value = raw(type === 'string' ? `${expression} collate "C"` : expression);
  const within = (values: readonly FilterValue[]): Sql => {
    const others = values.filter((one) => one !== null);
    const isOther = sql`coalesce(${value} = any (${others}::${cast}[]), false)`;
    return others.length < values.length ? sql`(${value} is null or ${isOther})` : isOther;
  };
  const conditions = [
    ...(test.in ? [within(test.in)] : []),
    ...(test.not_in ? [sql`not ${within(test.not_in)}`] : []),
    ...(test.from === undefined ? [] : [sql`${value} >= ${test.from}::${cast}`]),
    ...(test.to === undefined ? [] : [sql`${value} <= ${test.to}::${cast}`]),
  ];
  return conditions.length > 0 ? every(conditions) : sql`true`;
};

/** The keys of a plan as columns of a source: k0, k1, … */
export const keyColumns = (source: Source, keys: readonly PlannedKey[]): FactColumn[] =>
  keys.map(({ name }, index) => ({ ...source.dimensions[name]!, name: `k${index}` }));

/** The names of the sources that the plan reads. */
export const sourcesOf = ({
  kind,
  parts,
}: {
  readonly kind: Kind;
  readonly parts: readonly { source: string }[];
}): string[] => Object.keys(kind.sources).filter((name) => parts.some(({ source }) => source === name));
