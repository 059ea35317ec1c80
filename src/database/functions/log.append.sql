-- Appends many streams' events in one round trip and one commit. A stream appears at most once in `streams`.
-- `expected`: the stream's last revision, -1 = it must not exist, -2 = whatever. Of each event: the append it is of and
-- its place in there, both from 1; its shared metadata (`shared_of`), and the rest of the metadata in columns.
-- `shared_ids`, `shared`: the shared metadata that the events name, once each. Answers a row for every append that landed,
-- with where its stream and the log ended before, and when it was recorded; one whose expectation failed is left out,
-- leaves a gap in the positions, and holds back no neighbour. Whoever listens is told a position the log has not gone
-- beyond.
--
-- A transaction that notifies costs half as much again as the append itself, and wakes each process that listens. So a
-- session may say that it tells of its appends apart, for many of them at once (tillstream.tells = 'apart').
create or replace function log.append(
  streams text[], expected bigint[],
  append_numbers int[], places int[], ids uuid[], types text[], packed text[],
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
      position, stream, revision, id, type, recorded_at,
      occurred_at, shared_id, command_id, causation_id, correlation_id, packed
    )
    select
      head + event.overall, accepted.stream, accepted.revision + event.place, event.id, event.type, now,
      event.occurred_at, event.shared_id, event.command_id, event.causation_id, event.correlation_id, event.packed
    from unnest(
      append_numbers, places, ids, types, packed, shared_of, command_ids, causation_ids, correlation_ids, occurred
    ) with ordinality as event (
      append_number, place, id, type, packed, shared_id, command_id, causation_id, correlation_id, occurred_at, overall
    )
    join accepted on accepted.number = event.append_number
  )
  select accepted.number, accepted.revision, head, recorded from accepted;

  if current_setting('tillstream.tells', true) is distinct from 'apart' then
    perform pg_notify('log', (head + cardinality(ids))::text);
  end if;
end $$;
