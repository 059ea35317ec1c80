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
