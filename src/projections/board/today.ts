import type pg from 'pg';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Bound } from '../as-of/moment.ts';
import { validAt } from '../engine/versioned.ts';

/** Closed cheques of one hour of a business day. */
export interface HourOfSales {
  /** `YYYY-MM-DD`. */
  readonly business_date: string;
  /** 0 to 23, on the point's clock. */
  readonly hour: number;
  /** Before the time at which the business day changes. */
  readonly is_early: boolean;
  readonly cheques: number;
  readonly revenue: number;
  /** Of them those that were closed by `until`. */
  readonly cheques_so_far: number;
  readonly revenue_so_far: number;
}

export interface SalesQuestion {
  readonly brand_id: string;
  readonly point_id: string;
  readonly business_dates: readonly string[];
  /** `HH:MM`: when the business day changes. */
  readonly cutoff: string;
  /** By business date: until when sales count as so far, `YYYY-MM-DD HH:MM:SS` on the point's clock. */
  readonly until: readonly string[];
  /** The till shifts that the caller sees. Null: all. */
  readonly shift_ids: readonly number[] | null;
}

/** Of the rows that were changed later, those that were still true at the instant, by their beginnings. */
const LATER_CHANGED = `
  select known_from, known_to from read.cheques
  where brand_id = $1 and point_id = $2 and business_date = any ($3) and known_to is not null and closed_at <= $4`;

const stillTrue = async (
  { pool, store }: { readonly pool: pg.Pool; readonly store: Pick<EventStore, 'readAt'> },
  { brand_id, point_id, business_dates }: SalesQuestion,
  instant: Date,
): Promise<number[]> => {
  const values = [brand_id, point_id, business_dates, instant];
  const { rows } = await pool.query<{ known_from: number; known_to: number }>(LATER_CHANGED, values);
  if (rows.length === 0) return [];
  const ends = await store.readAt(rows.map(({ known_to }) => known_to));
  const endedAt = new Map(ends.map(({ position, metadata }) => [position, Date.parse(metadata.occurred_at)]));
  return rows
    .filter(({ known_to }) => (endedAt.get(known_to) ?? 0) > instant.getTime())
    .map(({ known_from }) => known_from);
};

const SALES = (isTrue: string): string => `
  select c.business_date::text as business_date, c.hour, c.is_early, count(*)::integer as cheques,
    sum(c.total_amount)::bigint as revenue,
    (count(*) filter (where c.wall <= day.until))::integer as cheques_so_far,
    coalesce(sum(c.total_amount) filter (where c.wall <= day.until), 0)::bigint as revenue_so_far
  from unnest($3::date[], $4::timestamp[]) as day (business_date, until)
  join lateral (
    select c.business_date, c.total_amount, c.closed_at at time zone c.timezone as wall,
      extract(hour from c.closed_at at time zone c.timezone)::integer as hour,
      to_char(c.closed_at at time zone c.timezone, 'HH24:MI') < $5 as is_early
    from read.cheques as c
    where c.brand_id = $1 and c.point_id = $2 and c.business_date = day.business_date
      and ($6::bigint[] is null or c.shift_id = any ($6)) and ${isTrue}
  ) c on true
  group by 1, 2, 3`;

/** Sales of some business days of a point by hour, as docs/reports.md defines cheques and revenue, at a moment. */
export const salesByHour = async (
  deps: { readonly pool: pg.Pool; readonly store: Pick<EventStore, 'readAt'> },
  question: SalesQuestion,
  bound: Bound,
): Promise<HourOfSales[]> => {
  const { brand_id, point_id, business_dates, until, cutoff, shift_ids } = question;
  const values: unknown[] = [brand_id, point_id, business_dates, until, cutoff, shift_ids];
  const isInstant = bound !== null && 'instant' in bound;
  if (!isInstant) {
    const known = validAt('c', bound?.position ?? null);
    return (await deps.pool.query<HourOfSales>(SALES(known), values)).rows;
  }
  const instant = new Date(bound.instant);
  const happened = 'c.closed_at <= $7 and (c.known_to is null or c.known_from = any ($8))';
  const kept = await stillTrue(deps, question, instant);
  return (await deps.pool.query<HourOfSales>(SALES(happened), [...values, instant, kept])).rows;
};
