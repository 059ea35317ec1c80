-- What has happened has happened: triggers of the log and of signed checkpoints call this.
create or replace function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;
