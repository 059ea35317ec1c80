-- Where the log of this database is, once it was moved (docs/operations.md, "Moving the log"). No row: it never was.
create table app.log_home (
  is_only boolean primary key default true check (is_only),
  -- Where to, without user and password.
  target text not null,
  -- postgres, eventstoredb; elsewhere: another database has it, with all of the app's tables.
  engine text not null,
  -- copying: the app may run. moving: nothing is appended until the move has ended. moved: the app starts with this engine only.
  state text not null,
  -- The position in the old log up to which both were compared.
  compared_to bigint not null default 0
);
