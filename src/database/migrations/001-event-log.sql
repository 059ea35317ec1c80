create schema if not exists log;

create table log.events (
  position bigint primary key,
  stream text not null,
  revision bigint not null,
  id uuid not null,
  type text not null,
  -- json, not jsonb: stored to the letter (jsonb refuses \u0000 and reorders keys), and cheaper to write.
  data json not null,
  metadata json not null,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint events_stream_revision unique (stream, revision)
  -- Rows up to 8 kB stay as they are: above 2 kB Postgres would compress them, which takes longer than to insert them.
) with (toast_tuple_target = 8160);

-- What has happened has happened: not even SQL by hand may change it.
create function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();

-- Appends many streams' events in one round trip and one commit. A stream appears at most once in `streams`.
-- `expected`: the stream's last revision, -1 = it must not exist, -2 = whatever. Of each event: the append it is of and
-- its place in there, both from 1. Answers a row for every append that landed, with where its stream and the log ended
-- before, and when it was recorded; one whose expectation failed is left out, leaves a gap in the positions, and holds
-- back no neighbour. Whoever listens is told a position the log has not gone beyond.
create function log.append(
  streams text[], expected bigint[],
  append_numbers int[], places int[], ids uuid[], types text[], data json[], metadata json[]
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
  select coalesce(max(e.position), 0) into head from log.events e;
  now := clock_timestamp();
  recorded := to_char(now at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

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
    insert into log.events (position, stream, revision, id, type, data, metadata, recorded_at)
    select
      head + event.overall, accepted.stream, accepted.revision + event.place,
      event.id, event.type, event.data, event.metadata, now
    from unnest(append_numbers, places, ids, types, data, metadata)
      with ordinality as event (append_number, place, id, type, data, metadata, overall)
    join accepted on accepted.number = event.append_number
  )
  select accepted.number, accepted.revision, head, recorded from accepted;

  perform pg_notify('log', (head + cardinality(ids))::text);
end $$;
