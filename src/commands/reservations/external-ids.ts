import type pg from 'pg';
import { createCoalescer } from '../../database/coalescer.ts';

/** The reservation of an external_id, booked or about to be. */
interface NamedReservation {
  readonly point_id: string;
  readonly reservation_id: string;
}

export interface ExternalIdClaim extends NamedReservation {
  /** This very call made the claim: there is no such reservation yet. */
  readonly is_new: boolean;
}

export interface ExternalId {
  readonly key_id: string;
  readonly external_id: string;
}

/** A key's external_id is one reservation, whatever point a second request names. */
export interface ExternalIds {
  /** Claims the external_id for a new reservation, or answers which reservation has it. */
  claim(of: ExternalId & NamedReservation): Promise<ExternalIdClaim>;
  /** Gives it to another reservation. Only if the one that has it, if it still does, will never be booked. */
  pass(of: ExternalId & NamedReservation, from: string): Promise<void>;
}

interface ClaimRow {
  readonly place: number;
  readonly result: NamedReservation;
  readonly is_new: boolean;
}

const GATHER_MS = 2;

const INSERT = `
  with asked as (
    select scope, key, result, place::int
    from unnest($1::text[], $2::text[], $3::json[]) with ordinality as a (scope, key, result, place)
  ), inserted as (
    insert into app.identities (kind, scope, key, id, result)
    -- Sorted: two statements that claim the same keys take their locks in the same order.
    select 'reservation', scope, key, nextval('app.ids'), result from asked order by scope, key
    on conflict do nothing
    returning scope, key
  )
  select place, result, true as is_new from asked join inserted using (scope, key)`;

/** One index look-up for each, as in mark-claims.ts: a plain join may walk through everything that a key has booked. */
const FIND = `
  select place::int, i.result, false as is_new
  from unnest($1::text[], $2::text[]) with ordinality as a (scope, key, place)
  cross join lateral (
    select it.result from app.identities it where it.kind = 'reservation' and it.scope = a.scope and it.key = a.key
    offset 0
  ) i`;

export const createExternalIds = (pool: pg.Pool): ExternalIds => {
  const claims = createCoalescer<ExternalId & NamedReservation, ExternalIdClaim>(
    async (asked) => {
      // A key that occurs twice in a batch is sent once: only one caller may be told that it made the claim.
      const names = asked.map(nameOf);
      const own = asked.map((_, place) => names.indexOf(names[place]!) === place);
      const unique = asked.filter((_, place) => own[place]);
      const keys = [unique.map((it) => it.key_id), unique.map((it) => it.external_id)];
      const inserted = await pool.query<ClaimRow>(INSERT, [...keys, unique.map(resultOf)]);
      // A separate statement, so that it sees what a concurrent claim committed while we waited for it.
      const isAll = inserted.rows.length === unique.length;
      const found = isAll ? [] : (await pool.query<ClaimRow>(FIND, keys)).rows;
      const byName = new Map<string, ExternalIdClaim>();
      for (const { place, result, is_new } of [...found, ...inserted.rows]) {
        byName.set(nameOf(unique[place - 1]!), { ...result, is_new });
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
    pass: async (of, from) => {
      await pool.query(
        `update app.identities set result = $3::json
         where kind = 'reservation' and scope = $1 and key = $2 and result ->> 'reservation_id' = $4`,
        [of.key_id, of.external_id, resultOf(of), from],
      );
    },
  };
};

const resultOf = ({ point_id, reservation_id }: NamedReservation): string =>
  JSON.stringify({ point_id, reservation_id });

const nameOf = ({ key_id, external_id }: ExternalId): string => `${key_id}\n${external_id}`;
