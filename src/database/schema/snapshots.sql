create table app.snapshots (
  stream text primary key,
  state_version int not null,
  revision bigint not null,
  state json not null,
  -- Ids of the last commands folded into it: one of them is not carried out again.
  recent_command_ids text[] not null
);

-- States of long streams, for audits of then: an audit reads on from the last one before its moment. Each can be deleted
-- at any time: then more events are read. They may hold personal data, as the events do that they are folded from.
create table app.kept_snapshots (
  stream text not null,
  revision bigint not null,
  state_version int not null,
  brand_id uuid not null,
  -- Of the event at this revision: a log that was set back has another one there, or none.
  position bigint not null,
  event_id uuid not null,
  -- The latest occurred_at up to this revision. Tills send some events late, so this need not be the last event's.
  occurred_at timestamptz not null,
  state json not null,
  primary key (stream, revision)
);
