-- Keeps what commands answered, many in one call; the first answer of a key stays. One by one in the given order, so that
-- two calls for the same keys take their locks in the same order.
create function app.store_results(kinds text[], scopes text[], keys text[], results json[])
returns void
language plpgsql
-- A plan that is kept from when the table was small would scan it when it is large.
set enable_seqscan = off
as $$
begin
  for place in 1 .. cardinality(keys) loop
    update app.identities i set result = results[place]
    where i.kind = kinds[place] and i.scope = scopes[place] and i.key = keys[place] and i.result is null;
  end loop;
end $$;
