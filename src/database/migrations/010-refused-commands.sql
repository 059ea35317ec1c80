-- A result takes the place of what is noted of a command's runs meanwhile ({"run": …}), and of no other result.
create or replace function app.store_results(kinds text[], scopes text[], keys text[], results json[])
returns void
language plpgsql
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
begin
  for place in 1 .. cardinality(keys) loop
    update app.identities i set result = results[place]
    where i.kind = kinds[place] and i.scope = scopes[place] and i.key = keys[place]
      and (i.result is null or i.result ->> 'run' is not null);
  end loop;
end $$;
