-- The instant that seven digits of six bits stand for, in quotes: the parts of one number, every month with 31 days.
create or replace function log.unpack_instant(digits text) returns text
language sql immutable strict parallel safe
as $$
  select format(
    '"%s-%s-%sT%s:%s:%s.%sZ"', 1970 + days / 372, lpad((days / 31 % 12 + 1)::text, 2, '0'), lpad((days % 31 + 1)::text, 2, '0'),
    lpad((seconds / 3600 % 24)::text, 2, '0'), lpad((seconds / 60 % 60)::text, 2, '0'), lpad((seconds % 60)::text, 2, '0'),
    lpad((milliseconds % 1000)::text, 3, '0')
  )
  from (
    select ('x' || encode(decode('A' || translate(digits, '-_', '+/'), 'base64'), 'hex'))::bit(48)::bigint as milliseconds
  ) as number
  cross join lateral (select milliseconds / 1000 as seconds, milliseconds / 86400000 as days) as parts
$$;
