-- Appends one event: the batch of a caller who is alone. Its parameters are single values.
--
-- One of two short ways to append; log.append_beginnings is the other. They leave to an index what the long ones look up
-- (log.append, log.append_if): a key that is taken, and a stream that exists though it should begin, end them with
-- unique_violation. Then nothing is stored, and the caller asks log.append_if, which tells what was wrong. That is rare, and
-- `on conflict do nothing` costs as much for each key as the rest of its row.
--
-- They set nothing, because each setting costs as much as a statement. Whoever calls them has set enable_seqscan off and
-- plan_cache_mode force_generic_plan in the session, and tells other processes itself.
--
-- `shared`: null, if the log has the shared metadata. `sealed_with`: null, or the generation of keys as log.with_keys takes it.
-- `guard_*`: null, or the stream that must end at that revision. `claim_*`: null, or the outside key that must be nobody's.
-- Answers null if the stream or the guard is elsewhere. Then it has changed nothing.
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
  -- As in log.append: the lock comes first and alone. What is read from here on stays as it is until the commit.
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
