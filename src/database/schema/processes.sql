-- How far each follower of the log has come. Moved in the same transaction as what it enqueues.
create table app.process_checkpoints (
  process text primary key,
  position bigint not null,
  -- Set while it fails and is tried again: what happened, and nothing of the payload.
  failure text
);

-- Who does what one process of all does at a time ('projections', 'processes'), and when it last said that it lives, by
-- the clock of the database. The lock itself is an advisory lock. Not written to disk: after a crash nobody holds a lock.
create unlogged table app.owners (
  name text primary key,
  host text not null,
  process_id int not null,
  -- The session that holds the lock. A pid is given out again; with the start it is one session.
  backend_pid int not null,
  backend_start timestamptz not null,
  since timestamptz not null,
  beat_at timestamptz not null
);

-- A row that is written now and then, to learn whether anything can be written at all.
create table app.write_probe (
  only_row boolean primary key default true check (only_row),
  probed_at timestamptz not null
);
