-- When the result of a command was kept: it is deleted after COMMAND_RETENTION. Rows that are there already count from now
-- on. Postgres keeps this one time for all of them in its catalogue, so it does not rewrite the table.
alter table app.identities add column kept_at timestamptz default now();
alter table app.identities alter column kept_at drop default;

-- By the clock of the database, so that processes of an earlier version keep the time as well.
create or replace function app.store_results(kinds text[], scopes text[], keys text[], results json[])
returns void
language plpgsql
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
begin
  for place in 1 .. cardinality(keys) loop
    update app.identities i set result = results[place], kept_at = now()
    where i.kind = kinds[place] and i.scope = scopes[place] and i.key = keys[place]
      and (i.result is null or i.result ->> 'run' is not null);
  end loop;
end $$;

-- One row: how far the search for old results has come in the primary key of app.identities. An index on kept_at would
-- find them sooner, but every command would pay for it, and to build it would lock a large table.
create table app.command_sweep (
  is_only boolean primary key default true check (is_only),
  scope text not null default '',
  key text not null default '',
  -- When the last search came to the end.
  ended_at timestamptz
);
insert into app.command_sweep default values;
