-- Goes before log.append in the same statement. It takes the lock of appends first, so the generation stays as it is until
-- the events are there. Answers the streams that it was given.
create or replace function log.with_keys(sealed_with bigint, streams text[]) returns text[]
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(8451001);
  if sealed_with is distinct from (select k.generation from app.key_generation k) then
    raise exception 'keys of persons were destroyed' using errcode = 'TK001';
  end if;
  return streams;
end $$;
