-- The log. What many events have in common of their metadata is stored once, in log.shared_metadata. The rest of it is in
-- columns, and the data are packed (src/event-store/packing). log.readable shows events to people.
create table log.events (
  position bigint primary key,
  revision bigint not null,
  recorded_at timestamptz not null default clock_timestamp(),
  occurred_at timestamptz,
  id uuid not null,
  shared_id uuid not null,
  -- Null: log.shared_metadata has all metadata of this event, also those of the columns.
  command_id uuid,
  causation_id uuid,
  stream text not null,
  type text not null,
  correlation_id text,
  packed text not null,
  constraint events_stream_revision unique (stream, revision)
  -- Rows up to 8 kB stay as they are: above 2 kB Postgres would compress them, which takes longer than to insert them.
) with (toast_tuple_target = 8160);

create table log.shared_metadata (
  -- A hash of `shared`, so an id means the same in every copy of the log.
  id uuid primary key,
  -- Metadata, with 0 for what is in columns of log.events. json, not jsonb: stored to the letter (jsonb reorders keys).
  shared json not null
);

-- What has happened has happened: not even SQL by hand may change it. `always`: also in a session that plays a replica
-- (session_replication_role), where plain triggers are passed by.
create trigger append_only before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();
alter table log.events enable always trigger append_only;

create trigger append_only before update or delete or truncate on log.shared_metadata
  for each statement execute function log.refuse_change();
alter table log.shared_metadata enable always trigger append_only;

-- The log for people (docs/operations.md). Personal data stay sealed.
create view log.readable as
  select position, stream, type, recorded_at, log.unpack(packed) as data from log.events;
