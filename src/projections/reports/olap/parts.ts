import type { Aggregate, ColumnType, Expression, Measure, Part } from './model.ts';

/** SQL, alone or with the joins it needs. */
type Sql = string | Expression;

const expression = (sql: Sql): Expression => (typeof sql === 'string' ? { sql } : sql);

const bySource = (sources: Readonly<Record<string, Sql>>, make: (sql: Expression) => Aggregate): Part =>
  Object.fromEntries(Object.entries(sources).map(([source, sql]) => [source, make(expression(sql))]));

/** The sum of an amount over facts, by source. */
export const sumOf = (sources: Readonly<Record<string, Sql>>): Part =>
  bySource(sources, (sql) => ({ how: 'sum', ...sql }));

/** How many different values there are, by source. */
export const distinctOf = (sources: Readonly<Record<string, Sql>>): Part =>
  bySource(sources, (sql) => ({ how: 'distinct', ...sql }));

/** The facts themselves, each with an id of its own. */
export const factsOf = (source: string, id: string): Part => ({
  [source]: { how: 'distinct', sql: id, perFact: true },
});

/** A measure that is one part. */
export const measure = (type: ColumnType, part: Part): Measure => ({ type, parts: [part] });

/** `number` x `times` / (`by` x `per`), rounded half away from zero to so many places; null where `by` is 0. */
export const ratio = (type: ColumnType, number: Part, by: Part, places: number, times = 1, per = 1): Measure => ({
  type,
  parts: [number, by],
  value: (above, below) => `round(${above}::numeric * ${times} / nullif(${below} * ${per}, 0), ${places})`,
  isRatio: true,
});
