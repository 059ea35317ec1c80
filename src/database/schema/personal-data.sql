-- The keys that seal the personal data of events, one for each person (src/personal). They are wrapped by the key of
-- PERSONAL_DATA_KEY, which is not in the database. A key that is deleted here can be had from nowhere: what it has
-- sealed stays in the log, and says nothing any more.
create table app.subject_keys (
  -- The name of the person in the log.
  subject uuid primary key,
  brand_id uuid not null,
  kind text not null,
  -- Of a phone its hash, else an id.
  key text not null,
  wrapped bytea not null,
  -- Which key of PERSONAL_DATA_KEY has wrapped it.
  wrapped_by integer not null,
  constraint subject_keys_person unique (brand_id, kind, key)
);

create index subject_keys_wrapped_by on app.subject_keys (wrapped_by);

-- Grows whenever keys of persons are destroyed. What was sealed before is not recorded any more: its key may be gone.
create table app.key_generation (
  id integer primary key default 1 check (id = 1),
  generation bigint not null default 0
);
insert into app.key_generation default values;

-- One row: the key of the hashes of phones. It stays the same for good. Whether PERSONAL_DATA_KEY opens it is asked at
-- each start.
create table app.phone_hash_key (
  id integer primary key default 1 check (id = 1),
  wrapped bytea not null,
  wrapped_by integer not null
);

-- Persons who were erased, by the position of the event. They hold nothing of the person.
create table app.erasures (
  position bigint primary key,
  erased_at timestamptz not null,
  -- When nothing could come late any more. Null: it is looked once more.
  settled_at timestamptz
);
create index erasures_unsettled on app.erasures (position) where settled_at is null;

-- Tables from which rows with personal data were deleted or replaced since they were last vacuumed. Whoever deletes notes it in
-- the same transaction, so that a crash before the vacuum does not leave the old rows in the files. A table has a row for each
-- time: what is noted while a vacuum runs waits for the next one.
create table app.due_vacuums (
  id bigint generated always as identity primary key,
  table_name text not null
);

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
insert into app.keys_checked (position) values (0);
