-- Keeps what commands answered, many in one call; the first answer of a key stays. A result takes the place of what is noted
-- of a command's runs meanwhile ({"run": …}), and of no other result. One by one in the given order, so that two calls for the
-- same keys take their locks in the same order.
create or replace function app.store_results(kinds text[], scopes text[], keys text[], results json[])
returns void
language plpgsql
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
begin
  for place in 1 .. cardinality(keys) loop
    update app.identities i set result = results[place], kept_at = now()
    where app.identity_hash(i.kind, i.scope, i.key) = app.identity_hash(kinds[place], scopes[place], keys[place])
      and (i.result is null or i.result ->> 'run' is not null);
  end loop;
end $$;
