import { sql } from 'kysely';
import { type FactColumn, list, raw, type Sql, testOf } from './facts-sql.ts';
import { selectGroups } from './groups-sql.ts';
import type { ColumnType, Scope } from './model.ts';
import type { Plan, PlannedKey } from './plan.ts';

/** A column of the answer's rows. */
export interface AnswerColumn {
  readonly name: string;
  /** The grouping or measure that it shows. */
  readonly of: string;
  readonly type: ColumnType;
  readonly role: 'dimension' | 'measure';
  /** `key`: the rows of one group have it alike, and no other group's have. `text`: a name that the program's texts have. */
  readonly is: 'key' | 'name' | 'text' | 'measure';
}

/** An entity has two columns, its id and its name; everything else has one. */
export const keyColumnsOf = ({ name, dimension }: PlannedKey): AnswerColumn[] => {
  const { type, entity } = dimension;
  const column = { of: name, role: 'dimension' as const };
  if (!entity) return [{ ...column, name, type, is: 'key' }];
  const id: AnswerColumn = { ...column, name: `${name}_id`, type, is: 'key' };
  if (entity === 'none') return [id];
  return [id, { ...column, name: `${name}_name`, type: 'string', is: entity === 'texts' ? 'text' : 'name' }];
};

export const columnsOf = ({ question, keys, measures }: Plan): AnswerColumn[] => [
  ...keys.flatMap(keyColumnsOf),
  ...measures.slice(0, question.measures.length).map(({ name, measure: { type } }) => ({
    name,
    of: name,
    type,
    role: 'measure' as const,
    is: 'measure' as const,
  })),
];

/** The parts of an answer, in their order. */
export const PARTS = ['row', 'total', 'subtotal'] as const;

/** ORDER BY of groups: nulls last, texts by their bytes, so that the order is the same everywhere. */
export const orderSql = ({ order, keys, measures }: Plan): string => {
  const terms = order.map(({ name, isDescending }) => {
    const key = keys.findIndex((one) => one.name === name);
    const column = key >= 0 ? keySql(keys[key]!, key) : `m${measures.findIndex((one) => one.name === name)}`;
    return `${column}${isDescending ? ' desc' : ''} nulls last`;
  });
  return terms.join(', ');
};

const keySql = ({ dimension }: PlannedKey, index: number): string =>
  dimension.type === 'string' ? `k${index} collate "C"` : `k${index}`;

/** The condition on a row's measures. */
export const rowFiltersOf = ({ rowFilters, measures }: Plan): Sql[] =>
  rowFilters.map(({ name, test }) => {
    const index = measures.findIndex((one) => one.name === name);
    return testOf(`m${index}`, measures[index]!.measure.type, test);
  });

/** At most so many subtotals and totals. */
const MOST = 50_002;

/** How much of the answer there may be. */
export interface ReportLimits {
  /** Rows that are read: one more than are answered. */
  readonly read: number;
  /** With more rows than this, the totals alone are answered. */
  readonly rows: number;
  /** The same for subtotals. */
  readonly subtotals: number;
}

/**
 * One statement for the whole answer: `part` (place in PARTS), `g` (which keys the group does not have), how many rows and
 * subtotals were read, and the answer's columns as texts, except names that the program's texts have. Names are found for the
 * rows that are answered alone.
 */
export const reportSql = (plan: Plan, scope: Scope, limits: ReportLimits): Sql => {
  const { question, keys } = plan;
  const all = keys.length === 0 ? 0 : 2 ** keys.length - 1;
  const { subtotals, subtotals_by } = question;
  const some = subtotals_by.map((names) =>
    keys.flatMap(({ name }, place) => (names.some((it) => it === name) ? [place] : [])),
  );
  const groups = selectGroups(plan, { totals: true, subtotals, some }, scope);
  const conditions = [sql`g = 0`, ...rowFiltersOf(plan)];
  const place = (order: string): Sql => raw(`row_number() over (order by ${order}) as place`);
  const byKeys = keys.map((key, index) => `${keySql(key, index)} nulls last`);
  const order = raw(orderSql(plan));
  return sql`
    with measured as materialized (${groups}),
    rows as (
      select 0 as part, ${place(orderSql(plan))}, * from measured
      where ${sql.join(conditions, raw(' and '))} order by ${order} limit ${raw(String(limits.read))}
    ),
    others as (
      select case when g = ${raw(String(all))} then 1 else 2 end as part,
        ${place(['g desc', ...byKeys].join(', '))}, * from measured
      where ${raw(keys.length === 0 ? 'true' : 'g <> 0')} limit ${raw(String(MOST))}
    ),
    counted as materialized (
      select (select count(*) from rows) as rows, (select count(*) from others where part = 2) as subtotals
    )
    select r.part, r.g, r.rows, r.subtotals,
      ${list(answerColumns(plan).map(({ sql: text }) => raw(text)))}
    from (
      select * from (select * from rows union all select * from others) as each cross join counted
      where part = 1 or (counted.rows <= ${raw(String(limits.rows))} and counted.subtotals <= ${raw(String(limits.subtotals))})
    ) as r ${sql.join(nameJoins(plan, scope), raw(' '))}
    order by r.part, r.place`;
};

/** The answer's columns over groups that are joined to their names. */
export const answerColumns = (plan: Plan, of = 'r'): FactColumn[] => [
  ...plan.keys.flatMap((key, index) =>
    keyColumnsOf(key).flatMap(({ name, is }) => {
      if (is === 'text') return [];
      if (is === 'key') return [{ name, sql: `${of}.k${index}::text` }];
      return [{ name, sql: key.dimension.entity === 'cheque' ? `n${index}.cheque_number::text` : `n${index}.name` }];
    }),
  ),
  ...plan.question.measures.map((name, index) => ({ name, sql: numberSql(`${of}.m${index}`) })),
];

/** A number without the noughts that its type adds. */
export const numberSql = (value: string): string => `trim_scale(${value}::numeric)::text`;

/** Names of the keys, as they were valid at the moment. */
export const nameJoins = ({ keys }: Plan, scope: Scope, of = 'r'): Sql[] =>
  keys.flatMap(({ dimension: { entity } }, index) => {
    const alias = `n${index}`;
    const valid = raw(scope.valid(alias));
    if (entity === 'cheque')
      return [sql`left join read.cheques as ${raw(alias)} on ${raw(`${alias}.id = ${of}.k${index}`)} and ${valid}`];
    if (typeof entity !== 'object') return [];
    return [
      sql`left join read.names as ${raw(alias)} on ${raw(`${alias}.kind = '${entity.kind}' and ${alias}.id = ${of}.k${index}::text`)}
        and ${raw(alias)}.brand_id = ${scope.brandId}::uuid and ${valid}`,
    ];
  });
