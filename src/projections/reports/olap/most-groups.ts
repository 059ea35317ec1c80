import { sql } from 'kysely';
import { MAX_REPORT_ROWS } from '../report-size.ts';
import type { DimensionName } from './dimensions.ts';
import { raw, type Sql } from './facts-sql.ts';
import type { Scope } from './model.ts';
import type { Plan, PlannedKey } from './plan.ts';
import type { Question } from './question.ts';
import { type Db, readTexts } from './read-report.ts';

type Period = Pick<Question, 'date_from' | 'date_to'>;

const DAY_MS = 86_400_000;

/** How many values of time there are at most, in so many days. */
const TIMES: Partial<Record<DimensionName, (days: number) => number>> = {
  date: (days) => days,
  week: (days) => Math.ceil(days / 7) + 1,
  month: (days) => Math.ceil(days / 28) + 1,
  year: (days) => Math.ceil(days / 365) + 1,
  day_of_week: () => 7,
  hour: () => 24,
  opened_hour: () => 24,
  is_modifier: () => 2,
  was_printed: () => 2,
};

/** How many values of a dimension of time the days of a period may have at most; undefined: it is none of time. */
export const mostOfTime = (name: DimensionName, { date_from, date_to }: Period): number | undefined =>
  TIMES[name]?.((Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1);

/**
 * How many groups there may be at most, by what the brand has to group by: it costs a moment, where to count them costs as
 * much as half of the report. Infinity: nothing is known of a key. Facts may name what has no name, so it is an estimate.
 */
export const mostGroups = async (db: Db, { keys, question }: Plan, scope: Scope): Promise<number> => {
  const known = keys.map(({ name }) => mostOfTime(name, question));
  const kinds = keys.map((key, place) => (known[place] === undefined ? kindOf(key) : undefined));
  if (known.some((count, place) => count === undefined && kinds[place] === undefined)) return Number.POSITIVE_INFINITY;
  const counts = kinds.map((kind) => (kind === undefined ? sql`null` : namesOf(kind, scope)));
  const [row] = await readTexts(db, sql`select ${sql.join(counts, raw(', '))}`);
  // Facts may have none, too.
  return known.reduce<number>((product, count, place) => product * ((count ?? Number(row![place])) + 1), 1);
};

const kindOf = ({ dimension: { entity } }: PlannedKey): string | undefined =>
  typeof entity === 'object' ? entity.kind : undefined;

const namesOf = (kind: string, { brandId }: Scope): Sql => sql`(
  select count(*) from (
    select from read.names where brand_id = ${brandId}::uuid and kind = ${kind} limit ${raw(String(MAX_REPORT_ROWS + 1))}
  ) as n)`;
