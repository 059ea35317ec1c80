-- A transaction that notifies costs half as much again as the append itself, and wakes each process that listens. So a session
-- may say that it tells of its appends apart, for many of them at once (tillstream.tells = 'apart'). Processes of earlier
-- versions do not say so, and their appends notify as before.

-- As before (015-narrow-events.sql), but for the last statement.
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
  -- The lock comes first and alone: every later statement's snapshot then sees all that was committed under it, and
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

-- As before (031-one-event-at-a-time.sql), but for the notification.
create or replace function log.append_one(
  stream text, expected bigint, id uuid, type text, packed text,
  shared_id uuid, command_id uuid, causation_id uuid, correlation_id text, occurred_at timestamptz, shared json,
  sealed_with bigint, guard_stream text, guard_revision bigint,
  claim_kind text, claim_scope text, claim_key text, claim_id bigint,
  out append_number int, out revision_before bigint, out head_before bigint, out recorded text
) language plpgsql as $$
declare
  head bigint;
  now timestamptz;
  tip bigint;
  guard_tip bigint;
  generation bigint;
begin
  -- As in log.append: the lock comes first and alone. What is read from here on stays as it is until the commit.
  perform pg_advisory_xact_lock(8451001);

  select
    coalesce(newest.position, 0), greatest(newest.recorded_at, clock_timestamp()),
    coalesce((select e.revision from log.events e where e.stream = append_one.stream order by e.revision desc limit 1), -1),
    coalesce((select e.revision from log.events e where e.stream = guard_stream order by e.revision desc limit 1), -1),
    (select k.generation from app.key_generation k)
  into head, now, tip, guard_tip, generation
  from (select) as one_row
  left join (select e.position, e.recorded_at from log.events e order by e.position desc limit 1) newest on true;

  if sealed_with is not null and sealed_with is distinct from generation then
    raise exception 'keys of persons were destroyed' using errcode = 'TK001';
  end if;
  -- A guard that is appended to moves on as well.
  if (expected <> -2 and expected <> tip) or guard_revision <> guard_tip or guard_stream = stream then
    return;
  end if;

  if claim_key is not null then
    insert into app.identities (kind, scope, key, id) values (claim_kind, claim_scope, claim_key, claim_id)
    on conflict do nothing;
    -- A statement of its own, so that its snapshot sees what a concurrent claim committed while we waited for it.
    if not found and not exists (
      select from app.identities i
      where app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash(claim_kind, claim_scope, claim_key)
        and i.id = claim_id
    ) then
      return;
    end if;
  end if;

  if shared is not null then
    insert into log.shared_metadata (id, shared) values (shared_id, append_one.shared) on conflict do nothing;
  end if;
  insert into log.events (
    position, stream, revision, id, type, recorded_at,
    occurred_at, shared_id, command_id, causation_id, correlation_id, packed
  ) values (
    head + 1, append_one.stream, tip + 1, append_one.id, append_one.type, now,
    append_one.occurred_at, append_one.shared_id, append_one.command_id, append_one.causation_id, append_one.correlation_id,
    append_one.packed
  );
  if current_setting('tillstream.tells', true) is distinct from 'apart' then
    perform pg_notify('log', (head + 1)::text);
  end if;

  append_number := 1;
  revision_before := tip;
  head_before := head;
  recorded := to_char(now at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end $$;
