-- How far each follower of the log has come. Moved in the same transaction as what it enqueues.
create table app.process_checkpoints (
  process text primary key,
  position bigint not null,
  -- Set while it fails and is tried again: what happened, and nothing of the payload.
  failure text
);
