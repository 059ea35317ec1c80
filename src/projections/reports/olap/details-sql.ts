import { sql } from 'kysely';
import { list, raw, type Sql, selectFacts, sourcesOf } from './facts-sql.ts';
import { aggregateOf, partColumns } from './groups-sql.ts';
import type { Aggregate, Scope } from './model.ts';
import type { Plan, PlannedMeasure } from './plan.ts';
import { numberSql } from './report-sql.ts';

/** What an item tells of a measure: an amount to add up, ids to count once, or nothing. */
export type Share = 'contribution' | 'distinct' | 'none';

export const shareOf = ({ parts }: Plan, { measure, parts: own }: PlannedMeasure): Share => {
  if (measure.isRatio) return 'none';
  return own.every((index) => parts[index]!.aggregate.how === 'sum') ? 'contribution' : 'distinct';
};

/**
 * What stands behind the facts of a plan without keys: an item for each event that brought facts about, in the order
 * of the log. Columns: position, cheque id and number, business day (the first one, where the event brought about facts of several),
 * and for each measure its share as text.
 */
export const detailsSql = (plan: Plan, scope: Scope, page: { readonly after: number; readonly limit: number }): Sql => {
  const sources = sourcesOf(plan).map((name) => itemsOf(plan, name, scope, page.after));
  const parts = plan.parts.map((_, index) => `max(p${index}) as p${index}, max(d${index}) as d${index}`);
  const merged =
    sources.length === 1
      ? sources[0]!
      : sql`select position, cheque_id, min(business_date) as business_date, ${raw(parts.join(', '))}
          from (${sql.join(sources, raw(' union all '))}) as u group by position, cheque_id`;
  const shares = asked(plan).map((measure) => shareSql(plan, measure));
  return sql`
    select i.position::text, i.cheque_id::text, c.cheque_number::text, i.business_date::text
      ${raw(shares.map((share) => `, ${share}`).join(''))}
    from (select * from (${merged}) as m order by position, cheque_id limit ${raw(String(page.limit))}) as i
    left join read.cheques as c on c.id = i.cheque_id and ${raw(scope.valid('c'))}
    order by i.position, i.cheque_id`;
};

export const asked = ({ measures, question }: Plan): PlannedMeasure[] => measures.slice(0, question.measures.length);

const shareSql = (plan: Plan, measure: PlannedMeasure): string => {
  const share = shareOf(plan, measure);
  if (share === 'none') return 'null';
  if (share === 'distinct') return `i.d${measure.parts[0]!}`;
  const sums = measure.parts.map((index) => `coalesce(i.p${index}, 0)`);
  return numberSql(`(${measure.measure.value?.(...sums) ?? sums[0]!})`);
};

const itemsOf = (plan: Plan, name: string, scope: Scope, after: number): Sql => {
  const source = plan.kind.sources[name]!;
  const own = plan.parts.map(({ source: from, aggregate }) => (from === name ? aggregate : undefined));
  const facts = selectFacts(
    source,
    {
      columns: [
        { name: 'position', sql: `${source.alias}.known_from` },
        { name: 'cheque_id', sql: source.shown.cheque ?? 'null::bigint' },
        { name: 'business_date', sql: source.date },
        ...own.flatMap((part, index) => (part ? partColumns(part, index) : [])),
      ],
      filters: plan.factFilters,
      where: [sql`${raw(source.alias)}.known_from > ${after}`],
    },
    scope,
  );
  const columns = own.flatMap((part, index) => [
    `${part?.how === 'sum' ? aggregateOf(part, index) : 'null::numeric'} as p${index}`,
    `${part && part.how !== 'sum' ? idsOf(part, index) : 'null::text'} as d${index}`,
  ]);
  return sql`
    select position, cheque_id, min(business_date) as business_date, ${list(columns.map((column) => raw(column)))}
    from (${facts}) as f group by position, cheque_id`;
};

/** The ids that are counted once each, as a JSON array. */
const idsOf = (part: Aggregate, index: number): string => {
  const id = part.how === 'once' ? `o${index}` : `a${index}`;
  return `coalesce(json_agg(distinct ${id}) filter (where ${id} is not null), '[]')::text`;
};
