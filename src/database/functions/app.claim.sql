-- Claims many keys in one call: the existing id, or a new one. `claimed` tells which; a new one may be answered twice.
create or replace function app.claim(kinds text[], scopes text[], keys text[])
returns table (place int, id bigint, claimed boolean, result json)
language plpgsql
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
declare
  answered bigint;
begin
  return query
  with asked as materialized (
    select a.kind, a.scope, a.key, a.place::int as place
    from unnest(kinds, scopes, keys) with ordinality as a (kind, scope, key, place)
  ), inserted as (
    insert into app.identities (kind, scope, key, id)
    -- Sorted: two statements that claim the same keys take their locks in the same order.
    select asked.kind, asked.scope, asked.key, nextval('app.ids') from asked order by 1, 2, 3
    on conflict do nothing
    returning identities.kind, identities.scope, identities.key, identities.id
  )
  select asked.place, inserted.id, true, null::json from asked join inserted using (kind, scope, key);
  get diagnostics answered = row_count;
  if answered < cardinality(keys) then
    -- A statement of its own, so that its snapshot sees what a concurrent claim committed while we waited for it.
    return query
    select a.place::int, i.id, false, i.result
    from unnest(kinds, scopes, keys) with ordinality as a (kind, scope, key, place)
    cross join lateral (
      select it.id, it.result from app.identities it
      where app.identity_hash(it.kind, it.scope, it.key) = app.identity_hash(a.kind, a.scope, a.key)
    ) i;
  end if;
end $$;
