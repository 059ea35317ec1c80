-- Which access keys have changed, so that every process drops what it keeps of them (src/commands/keys/key-lease.ts).

-- One row. It is updated before a change is noted, so changes commit in the order of their versions.
create table app.key_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null,
  -- Changes up to this version are noted no more. Who has not seen all of them drops everything.
  forgotten bigint not null default 0
);
insert into app.key_version (version) values (0);

-- The last change of each key, account and session.
create table app.key_changes (
  key_id uuid primary key,
  version bigint not null unique
);

-- The processes that keep keys in memory. A process that is dismissed trusts its memory no more and registers anew.
create table app.key_readers (
  id uuid primary key,
  -- It has dropped all that changed up to this version.
  acknowledged bigint not null,
  is_dismissed boolean not null default false
);
