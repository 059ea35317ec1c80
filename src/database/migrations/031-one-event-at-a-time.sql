-- Appends one event, as log.append and log.append_if (029-streams-that-begin-together.sql) would: the batch of a caller who is
-- alone. Its parameters are single values and not arrays, and it calls no other function of ours.
--
-- `shared`: null, if the log has the shared metadata. `sealed_with`: null, or the generation of keys as log.with_keys takes it.
-- `guard_*`: null, or the stream that must end at that revision. `claim_*`: null, or the outside key that must be nobody's.
-- Answers null if the append failed. Then it has changed nothing.
--
-- It sets nothing, because each setting costs as much as a statement. Whoever calls it has set enable_seqscan off in the
-- session: a plan that is kept from when the tables were small would scan them when they are large.
create function log.append_one(
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
  perform pg_notify('log', (head + 1)::text);

  append_number := 1;
  revision_before := tip;
  head_before := head;
  recorded := to_char(now at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end $$;
