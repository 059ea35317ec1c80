import type pg from 'pg';
import { jsonArray } from '../../database/json-array.ts';
import type { MarkType } from '../../domain/attendance/events.ts';
import type { MarkOutcome } from '../../domain/attendance/record-mark.ts';

/**
 * A mark that passed every check, with everything that recording it needs: any process that finds it claimed can finish
 * it.
 */
export interface ClaimedMark {
  readonly employee_id: number;
  readonly type: MarkType;
  /** ISO 8601 instant in UTC. */
  readonly time: string;
  readonly point_id: string;
  readonly timezone: string;
  readonly business_day_cutoff: string;
}

/** The content that tells a mark from another one. */
export type ReceivedMark = Pick<ClaimedMark, 'employee_id' | 'type' | 'time' | 'timezone'>;

/** What is kept of a mark. It has no outcome while it is being recorded, or if the outcome is unknown. */
export type KeptMark =
  | { readonly mark: ClaimedMark; readonly outcome?: undefined }
  | { readonly mark: ReceivedMark; readonly outcome: MarkOutcome };

export type MarkClaim = KeptMark & {
  /** Made with the claim: the id of the shift that the mark may begin. */
  readonly id: number;
  /** True for the call that made the claim. */
  readonly claimed: boolean;
};

/** The event_ids that were received with a key. They are kept in app.identities, like every other outside key. */
export interface MarkClaims {
  /**
   * Claims every event_id that has a mark and was not received before, and looks up the others (mark null). Answers by
   * event_id. Event_ids without a mark and without a claim are left out.
   */
  claim(
    keyId: string,
    asked: readonly { readonly event_id: string; readonly mark: ClaimedMark | null }[],
  ): Promise<ReadonlyMap<string, MarkClaim>>;
  /** Keeps the results of the marks, so that repeats need not search the log for them. */
  storeOutcomes(
    keyId: string,
    marks: readonly {
      readonly event_id: string;
      readonly id: number;
      readonly mark: ReceivedMark;
      readonly outcome: MarkOutcome;
    }[],
  ): Promise<void>;
}

export const MARK_IDENTITY = 'attendance_event';

interface Row {
  readonly key: string;
  readonly id: number;
  readonly claimed: boolean;
  readonly result: KeptMark | null;
}

/**
 * One index look-up for each key. As a plain join, with little statistics, it would become a walk through everything
 * that the key ever sent.
 */
const LOOK_UP = `
  select a.key, i.id, false as claimed, i.result from unnest($2::text[]) as a (key)
  cross join lateral (
    select it.id, it.result from app.identities it
    where it.kind = '${MARK_IDENTITY}' and it.scope = $1 and it.key = a.key
    offset 0
  ) i`;

/** Claims take their locks in one order, whatever the order of the request. */
const CLAIM = `
  with asked as materialized (
    select a.key, a.result from unnest($2::text[], $3::json[]) as a (key, result)
  ), inserted as (
    insert into app.identities (kind, scope, key, id, result)
    select '${MARK_IDENTITY}', $1, key, nextval('app.ids'), result from asked where result is not null order by key
    on conflict do nothing
    returning key, id
  )
  select key, id, true as claimed, null::json as result from inserted
  union all
  ${LOOK_UP}`;

/** All rows exist, so this update finds each by the index. A result that a crash loses is found in the log. */
const STORE = `
  insert into app.identities (kind, scope, key, id, result)
  select '${MARK_IDENTITY}', $1, a.key, a.id, a.result
  from set_config('synchronous_commit', 'off', true), unnest($2::text[], $3::bigint[], $4::json[]) as a (key, id, result)
  order by a.key
  on conflict (kind, scope, key) do update set result = excluded.result`;

export const createMarkClaims = (pool: pg.Pool): MarkClaims => ({
  claim: async (keyId, asked) => {
    if (asked.length === 0) return new Map();
    const keys = asked.map(({ event_id }) => event_id);
    const marks = new Map(asked.map(({ event_id, mark }) => [event_id, mark]));
    const results = asked.map(({ mark }) => mark && JSON.stringify({ mark }));
    const { rows } = await pool.query<Row>(CLAIM, [keyId, keys, jsonArray(results)]);
    const found = new Map(rows.map((row) => [row.key, row]));
    // Another transaction committed it while we waited: only a statement that begins after that sees it.
    const late = asked.flatMap(({ event_id, mark }) => (mark && !found.has(event_id) ? [event_id] : []));
    if (late.length > 0)
      for (const row of (await pool.query<Row>(LOOK_UP, [keyId, late])).rows) found.set(row.key, row);
    return new Map(
      [...found].map(([key, { id, claimed, result }]) => {
        const kept: KeptMark = result ?? { mark: marks.get(key)! };
        return [key, { ...kept, id, claimed }];
      }),
    );
  },
  storeOutcomes: async (keyId, marks) => {
    if (marks.length === 0) return;
    const results = marks.map(({ mark: { employee_id, type, time, timezone }, outcome }) =>
      JSON.stringify({ mark: { employee_id, type, time, timezone }, outcome } satisfies KeptMark),
    );
    const keys = marks.map(({ event_id }) => event_id);
    await pool.query(STORE, [keyId, keys, marks.map(({ id }) => id), jsonArray(results)]);
  },
});
