-- Appends the first events of new streams, one of each: a batch of orders, each right after the client that it brings. A
-- short way, as log.append_alone is. The claims, the guards and the keys (`subjects` to `wrapped_by`) are those of all of
-- them. A key that is taken or a person who has a key ends it with unique_violation, as a stream that exists does. All of it is
-- stored, or, when a guard is elsewhere, nothing; then it answers null.
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
  -- As in log.append: the lock comes first and alone. What is read from here on stays as it is until the commit.
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
