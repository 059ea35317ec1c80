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

-- One row: the key of the hashes of phones. It stays the same for good. Whether PERSONAL_DATA_KEY opens it is asked at
-- each start.
create table app.phone_hash_key (
  id integer primary key default 1 check (id = 1),
  wrapped bytea not null,
  wrapped_by integer not null
);
