-- Persons whose keys are gone though no erasure says so, as after Postgres was restored from an older backup than
-- EventStoreDB. A row goes when the key is back, or when the person is erased.
create table app.lost_keys (
  -- The name of the person in the log.
  subject uuid primary key,
  -- Of the first event that was found to name them.
  position bigint not null,
  found_at timestamptz not null default now()
);

-- One row: events up to here were looked at, or were recorded with the keys of this database.
create table app.keys_checked (
  is_only boolean primary key default true check (is_only),
  position bigint not null
);
insert into app.keys_checked (position) select position from app.tree_head;
