-- The Merkle tree over the log (docs/auditors.md): what it holds, its tiles, and what was signed.

create table app.tree_head (
  is_only boolean primary key default true check (is_only),
  -- The name of this log: checkpoints carry it. A log that was begun anew is another one.
  log_id uuid not null default gen_random_uuid(),
  -- Events in the tree.
  size bigint not null default 0,
  -- Of the last of them.
  position bigint not null default 0,
  root bytea not null default sha256(''),
  -- How many checkpoints of this log were signed, and the largest: whoever deletes them is found by that.
  signed_size bigint not null default 0,
  signed_count bigint not null default 0
);
insert into app.tree_head default values;

create table app.tree_tiles (
  level int not null,
  number bigint not null,
  -- 256 hashes of 32 bytes; fewer in the last tile of a level.
  hashes bytea not null,
  -- At level 0: the positions of these events, and the first of them.
  positions bigint[],
  first_position bigint,
  primary key (level, number)
);
create index tree_tiles_by_position on app.tree_tiles (first_position) where level = 0;
-- Hashes can not be compressed.
alter table app.tree_tiles alter column hashes set storage external;

create table app.tree_checkpoints (
  size bigint primary key,
  root bytea not null,
  signed_at timestamptz not null,
  note text not null,
  -- The public key, as verifiers of signed notes write it.
  verifier_key text not null
);
create trigger append_only before update or delete or truncate on app.tree_checkpoints
  for each statement execute function log.refuse_change();
alter table app.tree_checkpoints enable always trigger append_only;

-- Checkpoints that the witness has not got yet.
create table app.tree_witness_calls (
  size bigint primary key,
  attempts int not null default 0,
  next_attempt_at timestamptz not null
);
