-- Grows whenever keys of persons are destroyed. What was sealed before is not recorded any more: its key may be gone.
create table app.key_generation (
  id integer primary key default 1 check (id = 1),
  generation bigint not null default 0
);
insert into app.key_generation default values;

-- Goes before log.append in the same statement. It takes the lock of appends first, so the generation stays as it is until
-- the events are there. Answers the streams that it was given.
create function log.with_keys(sealed_with bigint, streams text[]) returns text[]
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(8451001);
  if sealed_with is distinct from (select k.generation from app.key_generation k) then
    raise exception 'keys of persons were destroyed' using errcode = 'TK001';
  end if;
  return streams;
end $$;

-- Destroys the keys of these persons, and answers how many there were, with the generation that follows. No append is under
-- way meanwhile: it is recorded before, with keys that exist, or after, with others.
create function app.destroy_keys(brand_ids uuid[], kinds text[], keys text[])
returns table (destroyed int, generation bigint)
language plpgsql
as $$
begin
  if exists (
    select from app.subject_keys s
    where (s.brand_id, s.kind, s.key) in (select * from unnest(brand_ids, kinds, keys))
  ) then
    perform pg_advisory_xact_lock(8451001);
  end if;
  delete from app.subject_keys s
  where (s.brand_id, s.kind, s.key) in (select * from unnest(brand_ids, kinds, keys));
  get diagnostics destroyed = row_count;
  if destroyed > 0 then
    update app.key_generation k set generation = k.generation + 1;
  end if;
  select k.generation into generation from app.key_generation k;
  return next;
end $$;
