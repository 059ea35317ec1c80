-- Destroys the keys of these persons, and answers how many there were, with the generation that follows. No append is under
-- way meanwhile: it is recorded before, with keys that exist, or after, with others.
create or replace function app.destroy_keys(brand_ids uuid[], kinds text[], keys text[])
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
