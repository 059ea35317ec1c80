-- A key is found by a hash of it, which takes 16 bytes in the index. The kind, the scope and the key took 80. The new index of
-- a million keys is built in a few seconds.

-- No two keys have the same hash: it is half of a SHA-256, which nobody can make collide. A zero byte, which no text of
-- Postgres contains, is between the three. In the notation of `decode`, \000 is that byte, and \\ a backslash. All others stay
-- as they are.
create function app.identity_hash(kind text, scope text, key text) returns uuid
-- All that is called here is immutable, so Postgres inlines it. convert_to is not, and a function around it takes half as
-- long again.
language sql immutable strict parallel safe
as $$
  select encode(
    substring(
      sha256(decode(
        replace(kind, E'\\', E'\\\\') || E'\\000' || replace(scope, E'\\', E'\\\\') || E'\\000' || replace(key, E'\\', E'\\\\'),
        'escape'
      ))
      for 16
    ),
    'hex'
  )::uuid
$$;

alter table app.identities drop constraint identities_pkey;
create unique index identities_hash on app.identities (app.identity_hash(kind, scope, key));

-- As before (002-app-state.sql), found by the hash.
create or replace function app.claim(kinds text[], scopes text[], keys text[])
returns table (place int, id bigint, claimed boolean, result json)
language plpgsql
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
declare
  answered bigint;
begin
  return query
  with asked as materialized (
    select a.kind, a.scope, a.key, a.place::int as place
    from unnest(kinds, scopes, keys) with ordinality as a (kind, scope, key, place)
  ), inserted as (
    insert into app.identities (kind, scope, key, id)
    -- Sorted: two statements that claim the same keys take their locks in the same order.
    select asked.kind, asked.scope, asked.key, nextval('app.ids') from asked order by 1, 2, 3
    on conflict do nothing
    returning identities.kind, identities.scope, identities.key, identities.id
  )
  select asked.place, inserted.id, true, null::json from asked join inserted using (kind, scope, key);
  get diagnostics answered = row_count;
  if answered < cardinality(keys) then
    -- A statement of its own, so that its snapshot sees what a concurrent claim committed while we waited for it.
    return query
    select a.place::int, i.id, false, i.result
    from unnest(kinds, scopes, keys) with ordinality as a (kind, scope, key, place)
    cross join lateral (
      select it.id, it.result from app.identities it
      where app.identity_hash(it.kind, it.scope, it.key) = app.identity_hash(a.kind, a.scope, a.key)
    ) i;
  end if;
end $$;

-- As before (018-command-retention.sql), found by the hash.
create or replace function app.store_results(kinds text[], scopes text[], keys text[], results json[])
returns void
language plpgsql
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
begin
  for place in 1 .. cardinality(keys) loop
    update app.identities i set result = results[place], kept_at = now()
    where app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash(kinds[place], scopes[place], keys[place])
      and (i.result is null or i.result ->> 'run' is not null);
  end loop;
end $$;

-- As before (008-conditional-appends.sql), found by the hash. The first fifteen parameters are those of log.append.
create function log.append_if(
  streams text[], expected bigint[],
  append_numbers int[], places int[], ids uuid[], types text[], packed text[], metadata json[],
  shared_of uuid[], command_ids uuid[], causation_ids uuid[], correlation_ids text[], occurred timestamptz[],
  shared_ids uuid[], shared json[],
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
      where app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash(asked.kind, asked.scope, asked.key)
        and i.id = asked.id
    );
    for i in 1 .. coalesce(cardinality(lost), 0) loop
      expected[lost[i]] := never;
    end loop;
  end if;

  return query
  select * from log.append(
    streams, expected, append_numbers, places, ids, types, packed, metadata,
    shared_of, command_ids, causation_ids, correlation_ids, occurred, shared_ids, shared
  );
end $$;

-- The search for old results goes on in the order of the hash, and begins anew once.
alter table app.command_sweep
  drop column scope,
  drop column key,
  add column hash uuid not null default '00000000-0000-0000-0000-000000000000';
