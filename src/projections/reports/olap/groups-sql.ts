import { sql } from 'kysely';
import { type FactColumn, keyColumns, list, raw, type Sql, selectFacts, sourcesOf } from './facts-sql.ts';
import type { Aggregate, Scope } from './model.ts';
import type { Plan, PlannedMeasure } from './plan.ts';

/** Which groups are made: rows always; totals; each beginning of the groupings; some of them, by their places. */
export interface Groups {
  readonly totals: boolean;
  readonly subtotals: boolean;
  readonly some: readonly (readonly number[])[];
}

/**
 * SELECT of all groups with their measures: k0, k1, … the keys; g, a bit for each key (the last key has the lowest) that
 * the group does not have; m0, m1, … the measures. A group's g is 0 for rows, and all ones for the totals.
 *
 * Each source is grouped by itself, because a cheque joined to its lines would count once for each. Then groups with
 * the same keys are put together: every source has at most one for each key.
 */
export const selectGroups = (plan: Plan, groups: Groups, scope: Scope): Sql => {
  const grouped = sourcesOf(plan).map((source) => selectOfSource(plan, source, groups, scope));
  const keys = keyNames(plan);
  const together = grouped.length === 1 ? grouped[0]! : putTogether(plan, grouped);
  const measures = plan.measures.map((measure, index) => `${measureSql(measure)} as m${index}`);
  return sql`select ${raw([...keys, 'g', ...measures].join(', '))} from (${together}) as t`;
};

/** Each source is its own step: as branches of one UNION ALL, Postgres would not scan them in parallel. */
const putTogether = (plan: Plan, grouped: readonly Sql[]): Sql => {
  const by = [...keyNames(plan), 'g'].join(', ');
  const parts = plan.parts.map((_, index) => `max(p${index}) as p${index}`).join(', ');
  const steps = grouped.map((source, index) => sql`${raw(`s${index}`)} as materialized (${source})`);
  const all = grouped.map((_, index) => `select * from s${index}`).join(' union all ');
  return sql`with ${list(steps)} select ${raw(by)}, ${raw(parts)} from (${raw(all)}) as u group by ${raw(by)}`;
};

const keyNames = ({ keys }: Plan): string[] => keys.map((_, index) => `k${index}`);

/** A measure over its parts. Where nothing is counted or added up, a part is 0. */
const measureSql = ({ measure, parts }: PlannedMeasure): string => {
  const sums = parts.map((index) => `coalesce(p${index}, 0)`);
  return measure.value ? measure.value(...sums) : sums[0]!;
};

const selectOfSource = (plan: Plan, name: string, groups: Groups, scope: Scope): Sql => {
  const source = plan.kind.sources[name]!;
  const own = plan.parts.map(({ source: from, aggregate }) => (from === name ? aggregate : undefined));
  const keys = keyNames(plan);
  const facts = selectFacts(
    source,
    {
      columns: [
        ...keyColumns(source, plan.keys),
        ...own.flatMap((part, index) => (part ? partColumns(part, index) : [])),
      ],
      filters: plan.factFilters,
    },
    scope,
  );
  const grouping = keys.length > 0 ? `grouping(${keys.join(', ')})` : '0';
  const sets = raw(`group by grouping sets (${setsOf(keys, groups).join(', ')})`);
  const select = (value: (part: Aggregate, index: number) => string): Sql =>
    list([...keys, `${grouping} as g`, ...own.map((part, index) => partOf(part, index, value))].map((one) => raw(one)));
  // Sums of sums are exact. So the facts are grouped once, which Postgres does in a hash table, and the small result is
  // added up for the totals. Whatever is counted once has to be counted anew at each level.
  if (own.some((part) => part && !isSum(part))) return sql`select ${select(aggregateOf)} from (${facts}) as f ${sets}`;
  const finest = [...keys, ...own.map((part, index) => partOf(part, index, aggregateOf))].filter(Boolean);
  const by = keys.length > 0 ? raw(`group by ${keys.join(', ')}`) : raw('');
  const groupsOfFacts = sql`select ${raw(finest.join(', '))} from (${facts}) as f ${by}`;
  return sql`select ${select((_, index) => `sum(p${index})`)} from (${groupsOfFacts}) as x ${sets}`;
};

const partOf = (
  part: Aggregate | undefined,
  index: number,
  value: (part: Aggregate, index: number) => string,
): string => `${part ? `(${value(part, index)})::numeric` : 'null::numeric'} as p${index}`;

/** The sets of GROUPING SETS: rows, beginnings, some, nothing. */
const setsOf = (keys: readonly string[], { totals, subtotals, some }: Groups): string[] => {
  const lengths = keys.map((_, index) => index + 1).filter((length) => length === keys.length || subtotals);
  if (totals || keys.length === 0) lengths.unshift(0);
  const beginnings = lengths.map((length) => keys.slice(0, length));
  const others = some.map((places) => keys.filter((_, place) => places.includes(place)));
  return [...new Set([...beginnings, ...others].map((set) => `(${set.join(', ')})`))];
};

const isSum = (part: Aggregate): boolean => part.how === 'sum' || (part.how === 'distinct' && part.perFact === true);

/** What of a fact an aggregate needs: a0, and for `once` its id, o0. */
export const partColumns = (part: Aggregate, index: number): FactColumn[] => {
  const column = { name: `a${index}`, sql: part.sql, ...(part.joins && { joins: part.joins }) };
  return part.how === 'once' ? [column, { name: `o${index}`, sql: part.of }] : [column];
};

/** More than any value that is counted once. */
const ABOVE = 1_000_000;

/** SQL of an aggregate over facts. */
export const aggregateOf = (part: Aggregate, index: number): string => {
  if (part.how === 'sum') return `sum(a${index})`;
  if (part.how === 'distinct') return part.perFact ? 'count(*)' : `count(distinct a${index})`;
  // Id and value as one number, which is there once for each id. Without the ids, what is left is the sum of the values.
  const id = `o${index}::numeric * ${ABOVE}`;
  return `sum(distinct ${id} + coalesce(a${index}, 0)) - sum(distinct ${id})`;
};
