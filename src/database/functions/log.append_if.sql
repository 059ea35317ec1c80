-- log.append, some of it on conditions: that another stream still ends where it did, and that an outside key is nobody's
-- yet. The first fourteen parameters are those of log.append. `guard_*`: the streams and where they must end (-1: nowhere);
-- `guards`: of each append the one it stands under, from 1, or 0. `claim_*`: the keys, the ids they get, and `claimants`,
-- the append of each. Answers what log.append does; an append whose conditions failed is left out, and claims nothing.
--
-- `companions`: the numbers of appends that belong to the one right after them: both land, or neither. Both begin a stream,
-- and what the companion claims stays claimed only if they land. With a companion comes the data key of its person
-- (`subjects` to `wrapped_by`), who must not have one yet.
create or replace function log.append_if(
  streams text[], expected bigint[],
  append_numbers int[], places int[], ids uuid[], types text[], packed text[],
  shared_of uuid[], command_ids uuid[], causation_ids uuid[], correlation_ids text[], occurred timestamptz[],
  shared_ids uuid[], shared json[],
  guards int[], guard_streams text[], guard_revisions bigint[],
  claimants int[], claim_kinds text[], claim_scopes text[], claim_keys text[], claim_ids bigint[],
  companions int[], subjects uuid[], brand_ids uuid[], person_kinds text[], person_keys text[], wrapped bytea[], wrapped_by int[]
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

  if cardinality(companions) > 0 then
    -- As values, because for `exists` Postgres may read the whole table.
    select array_agg(it.companion) into lost
    from unnest(companions, brand_ids, person_kinds, person_keys) as it (companion, brand_id, kind, key)
    where expected[it.companion + 1] = never
      or (select e.revision from log.events e where e.stream = streams[it.companion] order by e.revision limit 1) is not null
      or (select e.revision from log.events e where e.stream = streams[it.companion + 1] order by e.revision limit 1)
        is not null
      or (
        select s.subject from app.subject_keys s
        where s.brand_id = it.brand_id and s.kind = it.kind and s.key = it.key limit 1
      ) is not null;
    for i in 1 .. coalesce(cardinality(lost), 0) loop
      expected[lost[i]] := never;
      expected[lost[i] + 1] := never;
    end loop;
    lost := null;
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
      where app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash(asked.kind, asked.scope, asked.key)
        and i.id = asked.id
    );
    for i in 1 .. coalesce(cardinality(lost), 0) loop
      expected[lost[i]] := never;
    end loop;
    for i in 1 .. cardinality(companions) loop
      if expected[companions[i]] = never or expected[companions[i] + 1] = never then
        expected[companions[i]] := never;
        expected[companions[i] + 1] := never;
        -- What was claimed right now: nobody else has seen it, and nobody may find a person who has no event and no key.
        delete from app.identities it
        -- An index look-up. As a join, with little statistics, it would become a walk through the table.
        where app.identity_hash(it.kind, it.scope, it.key) = any (array(
          select app.identity_hash(asked.kind, asked.scope, asked.key)
          from unnest(claimants, claim_kinds, claim_scopes, claim_keys) as asked (claimant, kind, scope, key)
          where asked.claimant = companions[i]
        ))
        -- Not the claim of another companion of the same call.
        and it.id = any (array(
          select asked.id from unnest(claimants, claim_ids) as asked (claimant, id) where asked.claimant = companions[i]
        ))
        and it.xmin = pg_current_xact_id()::xid;
      end if;
    end loop;
  end if;

  if cardinality(companions) > 0 then
    insert into app.subject_keys (subject, brand_id, kind, key, wrapped, wrapped_by)
    select it.subject, it.brand_id, it.kind, it.key, it.wrapped, it.wrapped_by
    from unnest(companions, subjects, brand_ids, person_kinds, person_keys, wrapped, wrapped_by)
      as it (companion, subject, brand_id, kind, key, wrapped, wrapped_by)
    where expected[it.companion] <> never;
  end if;

  return query
  select * from log.append(
    streams, expected, append_numbers, places, ids, types, packed,
    shared_of, command_ids, causation_ids, correlation_ids, occurred, shared_ids, shared
  );
end $$;
