-- Looks keys up, and claims none.
create or replace function app.find_claims(kinds text[], scopes text[], keys text[])
returns table (place int, id bigint)
language plpgsql stable
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
begin
  return query
  select a.place::int, i.id
  from unnest(kinds, scopes, keys) with ordinality as a (kind, scope, key, place)
  cross join lateral (
    select it.id from app.identities it
    where app.identity_hash(it.kind, it.scope, it.key) = app.identity_hash(a.kind, a.scope, a.key)
    offset 0
  ) i;
end $$;
