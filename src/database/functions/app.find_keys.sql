-- The keys of these persons that exist.
create or replace function app.find_keys(brand_ids uuid[], kinds text[], keys text[])
returns table (subject uuid, brand_id uuid, kind text, key text, wrapped bytea, wrapped_by int)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
  select s.* from unnest(brand_ids, kinds, keys) as asked (brand_id, kind, key)
  cross join lateral (
    select * from app.subject_keys it
    where it.brand_id = asked.brand_id and it.kind = asked.kind and it.key = asked.key
    offset 0
  ) s;
end $$;
