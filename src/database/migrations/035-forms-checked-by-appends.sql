-- An event has one form: its data is packed, and its metadata is shared or its own. A check of the table said so
-- (015-narrow-events.sql). Postgres prepares the check of a table anew for each statement, which took longer than to insert the
-- event. So the functions that append check it, before they take the lock of the log. Nothing else adds events.
alter table log.events drop constraint events_one_form;

-- As before (032-tell-of-appends-apart.sql), but for the first statement.
create or replace function log.append(
  streams text[], expected bigint[],
  append_numbers int[], places int[], ids uuid[], types text[], packed text[], metadata json[],
  shared_of uuid[], command_ids uuid[], causation_ids uuid[], correlation_ids text[], occurred timestamptz[],
  shared_ids uuid[], shared json[]
) returns table (append_number int, revision_before bigint, head_before bigint, recorded text)
language plpgsql
-- A plan that is kept from when the log was short would scan it when it is long.
set enable_seqscan = off
-- The same plan serves any batch, and to think of a better one for each took a fifth of the call.
set plan_cache_mode = force_generic_plan
as $$
declare
  head bigint;
  now timestamptz;
begin
  if exists (
    select from unnest(ids, packed, metadata, shared_of) as event (id, packed, metadata, shared_id)
    where event.packed is null or (event.metadata is null) = (event.shared_id is null)
  ) then
    raise exception 'an event needs packed data, and either shared metadata or its own' using errcode = 'check_violation';
  end if;

  -- The lock comes before all that is read, and alone: every later statement's snapshot then sees all that was committed under it, and
  -- it is held until the commit is visible. Position order is therefore commit order, and a subscriber that reads
  -- `position > $1` can't pass by an event that commits late. A bare sequence loses such events.
  perform pg_advisory_xact_lock(8451001);
  select e.position, e.recorded_at into head, now from log.events e order by e.position desc limit 1;
  head := coalesce(head, 0);
  -- Never before the event that was recorded last, though the clock may be set back: what was known at a time follows from
  -- the position, and stays so.
  now := greatest(now, clock_timestamp());
  recorded := to_char(now at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

  insert into log.shared_metadata (id, shared)
  select named.id, named.shared from unnest(shared_ids, shared) as named (id, shared) on conflict do nothing;

  return query
  with accepted as materialized (
    select asked.number::int as number, asked.stream, coalesce(tip.revision, -1) as revision
    from unnest(streams, expected) with ordinality as asked (stream, expected, number)
    left join lateral (
      select e.revision from log.events e where e.stream = asked.stream order by e.revision desc limit 1
    ) tip on true
    where asked.expected = -2 or asked.expected = coalesce(tip.revision, -1)
  ), inserted as (
    -- Places are counted and not numbered by a window: that took a third of the whole call.
    insert into log.events (
      position, stream, revision, id, type, metadata, recorded_at,
      occurred_at, shared_id, command_id, causation_id, correlation_id, packed
    )
    select
      head + event.overall, accepted.stream, accepted.revision + event.place, event.id, event.type, event.metadata, now,
      event.occurred_at, event.shared_id, event.command_id, event.causation_id, event.correlation_id, event.packed
    from unnest(
      append_numbers, places, ids, types, packed, metadata, shared_of, command_ids, causation_ids, correlation_ids, occurred
    ) with ordinality as event (
      append_number, place, id, type, packed, metadata, shared_id, command_id, causation_id, correlation_id, occurred_at, overall
    )
    join accepted on accepted.number = event.append_number
  )
  select accepted.number, accepted.revision, head, recorded from accepted;

  if current_setting('tillstream.tells', true) is distinct from 'apart' then
    perform pg_notify('log', (head + cardinality(ids))::text);
  end if;
end $$;

-- As before (033-short-appends.sql), but for the first statement.
create or replace function log.append_alone(
  stream text, expected bigint, id uuid, type text, packed text,
  shared_id uuid, command_id uuid, causation_id uuid, correlation_id text, occurred_at timestamptz, shared json,
  sealed_with bigint, guard_stream text, guard_revision bigint,
  claim_kind text, claim_scope text, claim_key text, claim_id bigint,
  out append_number int, out revision_before bigint, out head_before bigint, out recorded text
) language plpgsql as $$
declare
  head bigint;
  now timestamptz;
  -- A stream that begins is not looked up: if it exists, its first revision is taken.
  tip bigint := -1;
begin
  if packed is null or shared_id is null then
    raise exception 'an event needs packed data and shared metadata' using errcode = 'check_violation';
  end if;

  -- As in log.append: the lock comes before all that is read, and alone. What is read from here on stays as it is until the commit.
  perform pg_advisory_xact_lock(8451001);

  if sealed_with is not null and sealed_with is distinct from (select k.generation from app.key_generation k) then
    raise exception 'keys of persons were destroyed' using errcode = 'TK001';
  end if;
  if guard_stream = stream or guard_revision <> coalesce(
    (select e.revision from log.events e where e.stream = guard_stream order by e.revision desc limit 1), -1
  ) then
    return;
  end if;
  if expected <> -1 then
    tip := coalesce(
      (select e.revision from log.events e where e.stream = append_alone.stream order by e.revision desc limit 1), -1
    );
    if expected <> -2 and expected <> tip then return; end if;
  end if;
  select e.position, e.recorded_at into head, now from log.events e order by e.position desc limit 1;
  head := coalesce(head, 0);
  now := greatest(now, clock_timestamp());

  if claim_key is not null then
    insert into app.identities (kind, scope, key, id) values (claim_kind, claim_scope, claim_key, claim_id);
  end if;
  if shared is not null then
    insert into log.shared_metadata (id, shared) values (shared_id, append_alone.shared) on conflict do nothing;
  end if;
  insert into log.events (
    position, stream, revision, id, type, recorded_at,
    occurred_at, shared_id, command_id, causation_id, correlation_id, packed
  ) values (
    head + 1, append_alone.stream, tip + 1, append_alone.id, append_alone.type, now,
    append_alone.occurred_at, append_alone.shared_id, append_alone.command_id, append_alone.causation_id,
    append_alone.correlation_id, append_alone.packed
  );

  append_number := 1;
  revision_before := tip;
  head_before := head;
  recorded := to_char(now at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end $$;

-- As before (034-short-appends-with-guests.sql), but for the first statement.
create or replace function log.append_beginnings(
  streams text[], ids uuid[], types text[], packed text[],
  shared_of uuid[], command_ids uuid[], causation_ids uuid[], correlation_ids text[], occurred timestamptz[],
  shared_ids uuid[], shared json[],
  sealed_with bigint, guard_streams text[], guard_revisions bigint[],
  claim_kinds text[], claim_scopes text[], claim_keys text[], claim_ids bigint[],
  subjects uuid[], brand_ids uuid[], person_kinds text[], person_keys text[], wrapped bytea[], wrapped_by int[],
  out head_before bigint, out recorded text
) language plpgsql as $$
declare
  head bigint;
  now timestamptz;
begin
  -- Without a query: with each query that a function makes, Postgres begins and ends an executor.
  if cardinality(packed) is distinct from cardinality(ids) or array_position(packed, null) is not null
    or cardinality(shared_of) is distinct from cardinality(ids) or array_position(shared_of, null) is not null then
    raise exception 'an event needs packed data and shared metadata' using errcode = 'check_violation';
  end if;

  -- As in log.append: the lock comes before all that is read, and alone. What is read from here on stays as it is until the commit.
  perform pg_advisory_xact_lock(8451001);

  if sealed_with is not null and sealed_with is distinct from (select k.generation from app.key_generation k) then
    raise exception 'keys of persons were destroyed' using errcode = 'TK001';
  end if;
  if exists (
    select from unnest(guard_streams, guard_revisions) as guard (stream, revision)
    where guard.stream = any (streams) or guard.revision <> coalesce(
      (select e.revision from log.events e where e.stream = guard.stream order by e.revision desc limit 1), -1
    )
  ) then
    return;
  end if;
  select e.position, e.recorded_at into head, now from log.events e order by e.position desc limit 1;
  head := coalesce(head, 0);
  now := greatest(now, clock_timestamp());

  insert into app.identities (kind, scope, key, id)
  select * from unnest(claim_kinds, claim_scopes, claim_keys, claim_ids)
  -- Sorted, as app.claim does: two statements that claim the same keys take their locks in the same order.
  order by 1, 2, 3;
  if cardinality(subjects) > 0 then
    insert into app.subject_keys (subject, brand_id, kind, key, wrapped, wrapped_by)
    select * from unnest(subjects, brand_ids, person_kinds, person_keys, wrapped, wrapped_by);
  end if;
  if cardinality(shared_ids) > 0 then
    insert into log.shared_metadata (id, shared) select * from unnest(shared_ids, shared) on conflict do nothing;
  end if;
  insert into log.events (
    position, stream, revision, id, type, recorded_at,
    occurred_at, shared_id, command_id, causation_id, correlation_id, packed
  )
  select
    head + event.place, event.stream, 0, event.id, event.type, now,
    event.occurred_at, event.shared_id, event.command_id, event.causation_id, event.correlation_id, event.packed
  from unnest(
    streams, ids, types, packed, shared_of, command_ids, causation_ids, correlation_ids, occurred
  ) with ordinality as event (
    stream, id, type, packed, shared_id, command_id, causation_id, correlation_id, occurred_at, place
  );

  head_before := head;
  recorded := to_char(now at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end $$;
