import { sql } from 'kysely';
import { MAX_REPORT_ROWS } from '../report-size.ts';
import type { ReadSnapshot, Snapshot, SnapshotRequest } from '../snapshot.ts';
import type { Weight } from '../weight.ts';
import { keyColumns, raw, type Sql, selectFacts, sourcesOf } from './facts-sql.ts';
import type { Scope } from './model.ts';
import type { Plan } from './plan.ts';
import { type Db, readTexts, statementOf } from './read-report.ts';

/** How much work a report is, as Postgres estimates it. */
export interface Cost {
  /** Of each source, by its name. */
  readonly facts: Readonly<Record<string, number>>;
  readonly weight: Weight;
}

/** A report of more facts takes long enough to make others wait. */
const HEAVY_FACTS = 30_000;
/** So many facts are looked at first: most reports that are too large show it there. */
const FIRST_LOOK = 120_000;

/** Asks Postgres for its estimate, which costs a millisecond or two. */
const estimateCost = async (db: Db, plan: Plan, scope: Scope): Promise<Cost> => {
  const facts: Record<string, number> = {};
  for (const name of sourcesOf(plan)) {
    const { text, values } = statementOf(sql`explain (format json) ${factsOf(plan, name, scope)}`);
    const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(text, values);
    facts[name] = rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
  }
  const sum = Object.values(facts).reduce((total, one) => total + one, 0);
  return { facts, weight: sum > HEAVY_FACTS ? 'heavy' : 'light' };
};

/**
 * Reads in a snapshot of the report's own weight: the estimate is made in a light one, in which a light report is made as
 * well.
 */
export const readByCost = async <T>(
  readSnapshot: ReadSnapshot,
  asked: Omit<SnapshotRequest, 'weight'>,
  { plan, scopeOf }: { readonly plan: Plan; readonly scopeOf: (snapshot: Snapshot) => Scope },
  work: (snapshot: Snapshot, scope: Scope, cost: Cost) => Promise<T>,
): Promise<T> => {
  const first = await readSnapshot({ ...asked, weight: 'light' }, async (snapshot) => {
    const scope = scopeOf(snapshot);
    const cost = await estimateCost(snapshot.db, plan, scope);
    return cost.weight === 'heavy' ? { cost } : { cost, made: await work(snapshot, scope, cost) };
  });
  if ('made' in first) return first.made as T;
  return readSnapshot({ ...asked, weight: 'heavy' }, (snapshot) => work(snapshot, scopeOf(snapshot), first.cost));
};

const factsOf = (plan: Plan, source: string, scope: Scope): Sql => {
  const from = plan.kind.sources[source]!;
  const columns = plan.keys.length > 0 ? keyColumns(from, plan.keys) : [{ name: 'k0', sql: '1' }];
  return selectFacts(from, { columns, filters: plan.factFilters }, scope);
};

/** Whether it is worth to count the groups before they are measured. A limit, or a filter of rows, may make few of many. */
export const mayBeTooLarge = ({ question, keys, rowFilters }: Plan, { facts }: Cost): boolean =>
  question.limit === undefined &&
  keys.length > 0 &&
  rowFilters.length === 0 &&
  Object.values(facts).some((count) => count > MAX_REPORT_ROWS / 2);

/**
 * How many groups there are, at least: 50 001 at most. Groups of some of the facts are counted first, and then, if there
 * may be too many, those of all: without measures, which take most of the time.
 */
export const countGroups = async (db: Db, plan: Plan, scope: Scope, { facts }: Cost): Promise<number> => {
  let most = 0;
  for (const source of sourcesOf(plan)) {
    const first = await countOf(db, plan, factsOf(plan, source, scope), FIRST_LOOK);
    most = Math.max(most, first);
    const expected = first * Math.max(1, facts[source]! / FIRST_LOOK);
    if (most > MAX_REPORT_ROWS || facts[source]! <= FIRST_LOOK || expected <= MAX_REPORT_ROWS / 2) continue;
    most = Math.max(most, await countOf(db, plan, factsOf(plan, source, scope)));
  }
  return most;
};

const countOf = async (db: Db, { keys }: Plan, facts: Sql, limit?: number): Promise<number> => {
  const by = raw(keys.map((_, index) => `k${index}`).join(', '));
  const bound = limit === undefined ? sql`` : sql` limit ${raw(String(limit))}`;
  const groups = sql`select 1 from (${facts}${bound}) as f group by ${by} limit ${raw(String(MAX_REPORT_ROWS + 1))}`;
  const [row] = await readTexts(db, sql`select count(*) from (${groups}) as g`);
  return Number(row![0]);
};
