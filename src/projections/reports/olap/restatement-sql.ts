import { sql } from 'kysely';
import { asked } from './details-sql.ts';
import { keyColumns, raw, type Sql, selectFacts, sourcesOf } from './facts-sql.ts';
import { selectGroups } from './groups-sql.ts';
import type { Scope } from './model.ts';
import type { Plan } from './plan.ts';
import { keyColumnsOf, nameJoins, numberSql, orderSql, rowFiltersOf } from './report-sql.ts';

/** The same facts as they were known at two positions. */
export interface TwoScopes {
  readonly from: Scope;
  readonly to: Scope;
  readonly positions: { readonly from: number; readonly to: number };
}

/** How many events of a row are told. */
export const MAX_EVENTS = 10;

const ROWS_ONLY = { totals: false, subtotals: false, some: [] };

/**
 * The rows that the two reports do not have alike. Columns: the answer's keys and names, of the later moment; whether
 * the earlier report had the row, and the later; the measures of the earlier, and of the later; how many events changed
 * the row, and the positions of the first of them. Rows are in the order of the later report.
 */
export const restatementSql = (plan: Plan, scopes: TwoScopes, limit: number): Sql => {
  const keys = plan.keys.map((_, index) => `k${index}`);
  const measures = asked(plan).map((_, index) => `m${index}`);
  const rows = (scope: Scope, side: 'before' | 'after'): Sql => {
    const shown = (of: string) => measures.map((name) => `${of === side ? name : 'null::numeric'} as ${of}_${name}`);
    const columns = [...keys, `'${side}' as side`, ...shown('before'), ...shown('after')].join(', ');
    const conditions = [sql`true`, ...rowFiltersOf(plan)];
    return sql`select ${raw(columns)} from (${selectGroups(plan, ROWS_ONLY, scope)}) as g
      where ${sql.join(conditions, raw(' and '))}`;
  };
  const has = (side: string): string => `bool_or(side = '${side}') as has_${side}`;
  const both = (name: string): string[] => [`max(before_${name}) as before_${name}`, `max(after_${name}) as ${name}`];
  const columns = [...keys, has('before'), has('after'), ...measures.flatMap(both)].join(', ');
  const group = keys.length > 0 ? raw(`group by ${keys.join(', ')}`) : raw('');
  const differs = [
    'has_before <> has_after',
    ...measures.map((name) => `before_${name} is distinct from ${name}`),
  ].join(' or ');
  const order = raw(orderSql(plan));
  const key = keys.length > 0 ? `row(${keys.join(', ')})::text` : "''";
  return sql`
    with changed as materialized (
      select *, row_number() over (order by ${order}) as place, ${raw(key)} as key
      from (
        select ${raw(columns)}
        from (${rows(scopes.from, 'before')} union all ${rows(scopes.to, 'after')}) as u ${group}
      ) as w
      where ${raw(differs)} order by ${order} limit ${raw(String(limit))}
    ),
    events as (
      select key, count(*) as events, (array_agg(position order by position))[1:${raw(String(MAX_EVENTS))}] as positions
      from (
        select distinct ${raw(key)} as key, position
        from (${sql.join(
          sourcesOf(plan).flatMap((name) => changesOf(plan, name, scopes)),
          raw(' union all '),
        )}) as c
      ) as d
      where key in (select key from changed) group by key
    )
    select ${raw(shownColumns(plan).join(', '))}, r.has_before::text, r.has_after::text,
      ${raw(measures.map((name) => numberSql(`r.before_${name}`)).join(', '))},
      ${raw(measures.map((name) => numberSql(`r.${name}`)).join(', '))},
      coalesce(e.events, 0)::text, array_to_string(e.positions, ',')
    from changed as r left join events as e on e.key = r.key
      ${sql.join(nameJoins(plan, scopes.to), raw(' '))}
    order by r.place`;
};

/** Keys and names. Without keys: nothing, which SQL needs a column for. */
const shownColumns = ({ keys }: Plan): string[] => [
  'null as nothing',
  ...keys.flatMap((key, index) =>
    keyColumnsOf(key).flatMap(({ is }) => {
      if (is === 'text') return [];
      if (is === 'key') return [`r.k${index}::text`];
      return [key.dimension.entity === 'cheque' ? `n${index}.cheque_number::text` : `n${index}.name`];
    }),
  ),
];

/**
 * Keys and positions of the events that ended facts of the earlier moment, and of those that brought later ones about.
 */
const changesOf = (plan: Plan, name: string, { from, to, positions }: TwoScopes): Sql[] => {
  const source = plan.kind.sources[name]!;
  const { alias, joins, endedBy } = source;
  const facts = (scope: Scope, position: string, where: Sql, of = source, needs: readonly string[] = []): Sql =>
    selectFacts(
      of,
      {
        columns: [...keyColumns(of, plan.keys), { name: 'position', sql: position, joins: needs }],
        filters: plan.factFilters,
        where: [where],
      },
      scope,
    );
  const isBetween = (position: string): Sql =>
    sql`${raw(position)} > ${positions.from} and ${raw(position)} <= ${positions.to}`;
  const [ended, begun] = [`${alias}.known_to`, `${alias}.known_from`];
  const changes = [facts(from, ended, isBetween(ended)), facts(to, begun, isBetween(begun))];
  if (!endedBy) return changes;
  const withEnd = {
    ...source,
    joins: { ...joins, end: { ...endedBy, type: 'join' as const, isAnyVersion: true as const } },
  };
  const end = `${endedBy.alias}.known_from`;
  return [...changes, facts(from, end, isBetween(end), withEnd, ['end'])];
};
