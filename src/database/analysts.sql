-- For an administrator: makes the role of analysts, and takes from every login of this database but its owner's the rights with
-- which an analyst could do harm (docs/analysts.md). Run it in Tillstream's database, as a superuser, if the user of
-- DATABASE_URL is none, then start Tillstream again: it grants the role what it needs. It may be run again.
--
--   psql "$ADMIN_URL" -f src/database/analysts.sql

do $$
begin
  create role analyst login connection limit 30;
exception
  when duplicate_object then null;
end $$;

alter role analyst set default_transaction_read_only to on;
alter role analyst set statement_timeout to '10min';
alter role analyst set idle_in_transaction_session_timeout to '5min';
alter role analyst set search_path to analytics;

-- Only a superuser may take these rights away. Another administrator makes the role alone.
do $$
declare
  harmful regprocedure;
  owner regrole := (select datdba from pg_database where datname = current_database());
begin
  for harmful in
    select oid from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and proname ~ '^(pg_(try_)?advisory_|lo_|loread$|lowrite$|pg_notify$|pg_logical_emit_message$)'
  loop
    execute format('grant execute on function %s to %s', harmful, owner);
    execute format('revoke execute on function %s from public', harmful);
  end loop;
exception
  when insufficient_privilege then
    raise notice 'you are no superuser: analysts keep rights with which they could stop every write, see docs/analysts.md';
end $$;
