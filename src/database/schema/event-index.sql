-- The index of the log, for searches (docs/decisions/0039-searches-use-an-index-of-the-log.md). It holds only what the log
-- says, and can be built again: npm run rebuild -- event-index.

-- Every 256 events of the log, in order.
create table app.event_index_blocks (
  last_position bigint primary key,
  -- Of the event before the first; 0 if there is none.
  after_position bigint not null,
  recorded_from timestamptz not null,
  recorded_to timestamptz not null,
  -- What one can search for in these events, and for each the positions of its events. Null: app.event_index_postings has it.
  terms uuid[],
  postings bytea[],
  check (cardinality(terms) = cardinality(postings))
);

create index event_index_blocks_from on app.event_index_blocks (recorded_from);
create index event_index_blocks_to on app.event_index_blocks (recorded_to);
create index event_index_blocks_open on app.event_index_blocks (last_position) where terms is not null;

-- For each term and each 16 384 events, the positions of its events. last_position: of the last of these events.
create table app.event_index_postings (
  term uuid,
  last_position bigint,
  positions bytea not null,
  primary key (term, last_position)
);
