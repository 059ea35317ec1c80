import type pg from 'pg';
import { createCoalescer } from '../../database/coalescer.ts';

/** Where the reservation of a partner's external_id is, or is about to be. */
export interface ExternalIdClaim {
  readonly point_id: string;
  /** Made by this very call: there is no such reservation yet. */
  readonly is_new: boolean;
}

interface ClaimOf {
  readonly key_id: string;
  readonly external_id: string;
  readonly point_id: string;
}

/** A partner's external_id is one reservation, whatever point it names the second time. */
export interface ExternalIds {
  /** Claims the external_id for a point, or tells which point has it. */
  claim(of: ClaimOf): Promise<ExternalIdClaim>;
  /** Gives it to another point: nothing was booked at the first. False: somebody was faster. */
  move(of: ClaimOf, from: string): Promise<boolean>;
}

interface ClaimRow {
  readonly place: number;
  readonly point_id: string;
  readonly is_new: boolean;
}

const GATHER_MS = 2;

const INSERT = `
  with asked as (
    select scope, key, point_id, place::int
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as a (scope, key, point_id, place)
  ), inserted as (
    insert into app.identities (kind, scope, key, id, result)
    -- Sorted: two statements that claim the same keys take their locks in the same order.
    select 'reservation', scope, key, nextval('app.ids'), to_json(point_id) from asked order by scope, key
    on conflict do nothing
    returning scope, key
  )
  select place, point_id, true as is_new from asked join inserted using (scope, key)`;

const FIND = `
  select place::int, i.result #>> '{}' as point_id, false as is_new
  from unnest($1::text[], $2::text[]) with ordinality as a (scope, key, place)
  join app.identities i on i.kind = 'reservation' and i.scope = a.scope and i.key = a.key`;

export const createExternalIds = (pool: pg.Pool): ExternalIds => {
  const claims = createCoalescer<ClaimOf, ExternalIdClaim>(
    async (asked) => {
      // One asked for twice in a batch is sent once: only one caller may be told that the claim is its own.
      const names = asked.map(nameOf);
      const own = asked.map((_, place) => names.indexOf(names[place]!) === place);
      const unique = asked.filter((_, place) => own[place]);
      const keys = [unique.map((it) => it.key_id), unique.map((it) => it.external_id)];
      const inserted = await pool.query<ClaimRow>(INSERT, [...keys, unique.map((it) => it.point_id)]);
      // A statement of its own, so that it sees what a concurrent claim committed while we waited for it.
      const isAll = inserted.rows.length === unique.length;
      const found = isAll ? [] : (await pool.query<ClaimRow>(FIND, keys)).rows;
      const byName = new Map<string, ExternalIdClaim>();
      for (const { place, point_id, is_new } of [...found, ...inserted.rows]) {
        byName.set(nameOf(unique[place - 1]!), { point_id, is_new });
      }
      return names.map((name, place) => {
        const claim = byName.get(name);
        if (!claim) return new Error('a claim was not answered');
        return own[place] ? claim : { ...claim, is_new: false };
      });
    },
    { gatherMs: GATHER_MS },
  );

  return {
    claim: (of) => claims.submit(of),
    move: async ({ key_id, external_id, point_id }, from) => {
      const { rowCount } = await pool.query(
        `update app.identities set result = to_json($3::text)
         where kind = 'reservation' and scope = $1 and key = $2 and result #>> '{}' = $4`,
        [key_id, external_id, point_id, from],
      );
      return rowCount === 1;
    },
  };
};

const nameOf = ({ key_id, external_id }: ClaimOf): string => `${key_id}\n${external_id}`;
