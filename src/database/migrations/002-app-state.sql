create schema if not exists app;
create schema if not exists read;

-- Integer ids of everything that has one.
create sequence app.ids start with 1001;

-- Outside keys (an order's external_id, a client's phone, a command's id) and the id each was given. A claim comes
-- before the append it serves; a crash between the two leaves a claim that the retry picks up, never a second thing.
create table app.identities (
  kind text not null,
  scope text not null,
  key text not null,
  id bigint not null,
  -- Only for kind 'command': its type, and what it answered when its events can't tell.
  result json,
  primary key (kind, scope, key)
);

-- Claims many keys in one call: the existing id, or a new one. `claimed` tells which; a new one may be answered twice.
create function app.claim(kinds text[], scopes text[], keys text[])
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
      select it.id, it.result from app.identities it where it.kind = a.kind and it.scope = a.scope and it.key = a.key
    ) i;
  end if;
end $$;

create table app.snapshots (
  stream text primary key,
  state_version int not null,
  revision bigint not null,
  state json not null,
  -- Ids of the last commands folded into it: one of them is not carried out again.
  recent_command_ids text[] not null
);

create table app.checkpoints (
  projection text primary key,
  version int not null,
  position bigint not null,
  -- Set while the projection is parked: the failure, and nothing of the payload.
  failure text
);
