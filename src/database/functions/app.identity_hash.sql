-- No two keys have the same hash: it is half of a SHA-256, which nobody can make collide. A zero byte, which no text of
-- Postgres contains, is between the three. In the notation of `decode`, \000 is that byte, and \\ a backslash. All others stay
-- as they are. An index stands on it, so it stays as it is: another hash needs another function and another index.
create or replace function app.identity_hash(kind text, scope text, key text) returns uuid
-- All that is called here is immutable, so Postgres inlines it. convert_to is not, and a function around it takes half as
-- long again.
language sql immutable strict parallel safe
as $$
  select encode(
    substring(
      sha256(decode(
        replace(kind, E'\\', E'\\\\') || E'\\000' || replace(scope, E'\\', E'\\\\') || E'\\000' || replace(key, E'\\', E'\\\\'),
        'escape'
      ))
      for 16
    ),
    'hex'
  )::uuid
$$;
