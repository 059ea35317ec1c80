-- log.append, some of it on conditions: that another stream still ends where it did, and that an outside key is nobody's
-- yet. `guard_*`: the streams and where they must end (-1: nowhere); `guards`: of each append the one it stands under, from
-- 1, or 0. `claim_*`: the keys, the ids they get, and `claimants`, the append of each. Answers what log.append does; an
-- append whose conditions failed is left out, and claims nothing.
create function log.append_if(
  streams text[], expected bigint[], append_numbers int[], places int[], ids uuid[], types text[], data json[], metadata json[],
  guards int[], guard_streams text[], guard_revisions bigint[],
  claimants int[], claim_kinds text[], claim_scopes text[], claim_keys text[], claim_ids bigint[]
) returns table (append_number int, revision_before bigint, head_before bigint, recorded text)
language plpgsql
-- A plan that is kept from when the tables were small would scan them when they are large.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  -- A stream never ends at -3: so expected, log.append leaves it out.
  never constant bigint := -3;
  broken int[];
  lost int[];
  claimed bigint;
begin
  -- As in log.append: what is looked at from here on stays as it is until the commit.
  perform pg_advisory_xact_lock(8451001);

  select array_agg(guard.number::int) into broken
  from unnest(guard_streams, guard_revisions) with ordinality as guard (stream, revision, number)
  -- What is appended along with it moves on as well.
  where guard.stream = any (streams) or guard.revision <> coalesce(
    (select e.revision from log.events e where e.stream = guard.stream order by e.revision desc limit 1), -1
  );
  if broken is not null then
    for i in 1 .. cardinality(streams) loop
      if guards[i] = any (broken) then expected[i] := never; end if;
    end loop;
  end if;

  insert into app.identities (kind, scope, key, id)
  select asked.kind, asked.scope, asked.key, asked.id
  from unnest(claimants, claim_kinds, claim_scopes, claim_keys, claim_ids) as asked (claimant, kind, scope, key, id)
  where expected[asked.claimant] <> never
  -- Sorted, as app.claim does: two statements that claim the same keys take their locks in the same order.
  order by 2, 3, 4
  on conflict do nothing;
  get diagnostics claimed = row_count;
  if claimed < cardinality(claimants) then
    -- A statement of its own, so that its snapshot sees what a concurrent claim committed while we waited for it.
    select array_agg(asked.claimant) into lost
    from unnest(claimants, claim_kinds, claim_scopes, claim_keys, claim_ids) as asked (claimant, kind, scope, key, id)
    where not exists (
      select from app.identities i
      where i.kind = asked.kind and i.scope = asked.scope and i.key = asked.key and i.id = asked.id
    );
    for i in 1 .. coalesce(cardinality(lost), 0) loop
      expected[lost[i]] := never;
    end loop;
  end if;

  return query
  select * from log.append(streams, expected, append_numbers, places, ids, types, data, metadata);
end $$;
