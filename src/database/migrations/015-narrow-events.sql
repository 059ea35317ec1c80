-- Events in fewer bytes. What the metadata of many events have in common is stored once, in log.shared_metadata. The rest
-- of an event's metadata is in columns, and its data is packed (src/event-store/packed-json.ts). Events from before stay as
-- they are, with `data` and `metadata`: nothing is rewritten, however long the log is.

create table log.shared_metadata (
  -- A hash of `shared`, so an id means the same in every copy of the log.
  id uuid primary key,
  -- Metadata, with 0 for what is in columns of log.events.
  shared json not null
);

create trigger append_only before update or delete or truncate on log.shared_metadata
  for each statement execute function log.refuse_change();
alter table log.shared_metadata enable always trigger append_only;

alter table log.events
  alter column data drop not null,
  alter column metadata drop not null,
  add column occurred_at timestamptz,
  add column shared_id uuid,
  add column command_id uuid,
  add column causation_id uuid,
  add column correlation_id text,
  add column packed text,
  -- Not checked for the events that are there: they have both, and the check would read the whole log.
  add constraint events_one_form check (num_nonnulls(data, packed) = 1 and num_nonnulls(metadata, shared_id) = 1) not valid;

-- 019-identities-by-hash.sql creates it again, with the columns of narrow events.
drop function log.append_if(
  text[], bigint[], int[], int[], uuid[], text[], json[], json[], int[], text[], bigint[], int[], text[], text[], text[], bigint[]
);
drop function log.append(text[], bigint[], int[], int[], uuid[], text[], json[], json[]);

-- As before (001-event-log.sql), with the columns of narrow events. An event names its shared metadata (`shared_of`) and has
-- the rest in columns, or it has all metadata as JSON (`metadata`). `shared_ids`, `shared`: the shared metadata that the
-- events name, once each.
create function log.append(
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

  perform pg_notify('log', (head + cardinality(ids))::text);
end $$;
