-- What the files of schema/ and functions/ make, for readers. Made by npm run docs:schema.

create sequence app.ids start with 1001;

create table app.applied_files (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint applied_files_pkey PRIMARY KEY (name)
);

create table app.checkpoints (
  projection text not null,
  version integer not null,
  "position" bigint not null,
  failure text,
  constraint checkpoints_pkey PRIMARY KEY (projection)
);

create table app.command_sweep (
  is_only boolean not null default true,
  hash uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  ended_at timestamp with time zone,
  constraint command_sweep_is_only_check CHECK (is_only),
  constraint command_sweep_pkey PRIMARY KEY (is_only)
);

create table app.deliveries (
  id bigint not null default nextval('app.ids'::regclass),
  kind text not null,
  brand_id uuid not null,
  key_id uuid,
  event text not null,
  event_id uuid not null,
  "position" bigint not null,
  url text not null,
  body text,
  status text not null,
  created_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone,
  failures integer not null default 0,
  tries integer not null default 0,
  attempts jsonb not null default '[]'::jsonb,
  reason text,
  resent_position bigint not null default 0,
  lane bigint,
  ref_event_id uuid,
  client_id bigint,
  employee_ids bigint[],
  is_begun boolean not null default false,
  message text,
  constraint deliveries_event_id_key UNIQUE (event_id),
  constraint deliveries_pkey PRIMARY KEY (id)
);

create table app.due_vacuums (
  id bigint not null generated always as identity,
  table_name text not null,
  constraint due_vacuums_pkey PRIMARY KEY (id)
);

create table app.erasures (
  "position" bigint not null,
  erased_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY ("position")
);

create table app.event_index_blocks (
  last_position bigint not null,
  after_position bigint not null,
  recorded_from timestamp with time zone not null,
  recorded_to timestamp with time zone not null,
  terms uuid[],
  postings bytea[],
  constraint event_index_blocks_check CHECK ((cardinality(terms) = cardinality(postings))),
  constraint event_index_blocks_pkey PRIMARY KEY (last_position)
);

create table app.event_index_postings (
  term uuid not null,
  last_position bigint not null,
  positions bytea not null,
  constraint event_index_postings_pkey PRIMARY KEY (term, last_position)
);

create table app.identities (
  kind text not null,
  scope text not null,
  key text not null,
  id bigint not null,
  result json,
  kept_at timestamp with time zone
);

create table app.image_bytes (
  hash text not null,
  full_bytes bytea not null storage external,
  thumbnail_bytes bytea not null storage external,
  constraint image_bytes_pkey PRIMARY KEY (hash)
);

create table app.image_sources (
  brand_id uuid not null,
  sha256 text not null,
  hash text not null,
  constraint image_sources_pkey PRIMARY KEY (brand_id, sha256)
);

create table app.images (
  hash text not null,
  brand_id uuid not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  uploaded_at timestamp with time zone not null,
  constraint images_pkey PRIMARY KEY (hash)
);

create table app.kept_snapshots (
  stream text not null,
  revision bigint not null,
  state_version integer not null,
  brand_id uuid not null,
  "position" bigint not null,
  event_id uuid not null,
  occurred_at timestamp with time zone not null,
  state json not null,
  constraint kept_snapshots_pkey PRIMARY KEY (stream, revision)
);

create table app.key_changes (
  key_id uuid not null,
  version bigint not null,
  constraint key_changes_pkey PRIMARY KEY (key_id),
  constraint key_changes_version_key UNIQUE (version)
);

create table app.key_generation (
  id integer not null default 1,
  generation bigint not null default 0,
  constraint key_generation_id_check CHECK ((id = 1)),
  constraint key_generation_pkey PRIMARY KEY (id)
);

create table app.key_readers (
  id uuid not null,
  acknowledged bigint not null,
  is_dismissed boolean not null default false,
  constraint key_readers_pkey PRIMARY KEY (id)
);

create table app.key_version (
  is_only boolean not null default true,
  version bigint not null,
  forgotten bigint not null default 0,
  constraint key_version_is_only_check CHECK (is_only),
  constraint key_version_pkey PRIMARY KEY (is_only)
);

create table app.keys_checked (
  is_only boolean not null default true,
  "position" bigint not null,
  constraint keys_checked_is_only_check CHECK (is_only),
  constraint keys_checked_pkey PRIMARY KEY (is_only)
);

create table app.known_addresses (
  account_id bigint not null,
  address_hash text not null,
  seen_at timestamp with time zone not null,
  constraint known_addresses_pkey PRIMARY KEY (account_id, address_hash)
);

create table app.log_home (
  is_only boolean not null default true,
  target text not null,
  engine text not null,
  state text not null,
  compared_to bigint not null default 0,
  constraint log_home_is_only_check CHECK (is_only),
  constraint log_home_pkey PRIMARY KEY (is_only)
);

create table app.lost_keys (
  subject uuid not null,
  "position" bigint not null,
  found_at timestamp with time zone not null default now(),
  constraint lost_keys_pkey PRIMARY KEY (subject)
);

create table app.loyalty_holds (
  operation_id uuid not null,
  order_id bigint not null,
  brand_id uuid not null,
  point_id uuid not null,
  due_at timestamp with time zone not null,
  constraint loyalty_holds_pkey PRIMARY KEY (operation_id)
);

create table app.loyalty_services (
  brand_id uuid not null,
  base_url text not null,
  secret_id uuid not null,
  is_connected boolean not null,
  constraint loyalty_services_pkey PRIMARY KEY (brand_id)
);

create unlogged table app.owners (
  name text not null,
  host text not null,
  process_id integer not null,
  backend_pid integer not null,
  backend_start timestamp with time zone not null,
  since timestamp with time zone not null,
  beat_at timestamp with time zone not null,
  constraint owners_pkey PRIMARY KEY (name)
);

create table app.passwords (
  credential_id uuid not null,
  account_id bigint not null,
  hash text not null,
  made_at timestamp with time zone not null,
  is_confirmed boolean not null default false,
  constraint passwords_pkey PRIMARY KEY (credential_id)
);

create table app.phone_codes (
  brand_id uuid not null,
  phone text not null statistics 0,
  code_hash text,
  attempts_left integer not null,
  expires_at timestamp with time zone not null,
  resend_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  constraint phone_codes_pkey PRIMARY KEY (brand_id, phone)
);

create table app.phone_hash_key (
  id integer not null default 1,
  wrapped bytea not null,
  wrapped_by integer not null,
  constraint phone_hash_key_id_check CHECK ((id = 1)),
  constraint phone_hash_key_pkey PRIMARY KEY (id)
);

create table app.process_checkpoints (
  process text not null,
  "position" bigint not null,
  failure text,
  constraint process_checkpoints_pkey PRIMARY KEY (process)
);

create unlogged table app.rate_limits (
  key text not null,
  points bigint not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
) with (fillfactor=50);

create table app.sessions (
  session_id uuid not null,
  token_hash text not null,
  account_id bigint not null,
  brand_id uuid not null,
  account_epoch integer not null,
  made_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  device text not null,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_token_hash_key UNIQUE (token_hash)
) with (fillfactor=70);

create table app.sign_ins (
  account_id bigint not null,
  signed_in_at timestamp with time zone not null,
  constraint sign_ins_pkey PRIMARY KEY (account_id)
);

create table app.snapshots (
  stream text not null,
  state_version integer not null,
  revision bigint not null,
  state json not null,
  recent_command_ids text[] not null,
  constraint snapshots_pkey PRIMARY KEY (stream)
);

create table app.subject_keys (
  subject uuid not null,
  brand_id uuid not null,
  kind text not null,
  key text not null,
  wrapped bytea not null,
  wrapped_by integer not null,
  constraint subject_keys_person UNIQUE (brand_id, kind, key),
  constraint subject_keys_pkey PRIMARY KEY (subject)
);

create table app.tree_checkpoints (
  size bigint not null,
  root bytea not null,
  signed_at timestamp with time zone not null,
  note text not null,
  verifier_key text not null,
  constraint tree_checkpoints_pkey PRIMARY KEY (size)
);

create table app.tree_head (
  is_only boolean not null default true,
  log_id uuid not null default gen_random_uuid(),
  size bigint not null default 0,
  "position" bigint not null default 0,
  root bytea not null default sha256('\x'::bytea),
  signed_size bigint not null default 0,
  signed_count bigint not null default 0,
  constraint tree_head_is_only_check CHECK (is_only),
  constraint tree_head_pkey PRIMARY KEY (is_only)
);

create table app.tree_tiles (
  level integer not null,
  number bigint not null,
  hashes bytea not null storage external,
  positions bigint[],
  first_position bigint,
  constraint tree_tiles_pkey PRIMARY KEY (level, number)
);

create table app.tree_witness_calls (
  size bigint not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  constraint tree_witness_calls_pkey PRIMARY KEY (size)
);

create table app.webhook_secrets (
  secret_id uuid not null,
  sealed bytea not null,
  constraint webhook_secrets_pkey PRIMARY KEY (secret_id)
);

create table app.webhook_targets (
  key_id uuid not null,
  brand_id uuid not null,
  permissions text[] not null,
  point_ids uuid[],
  showcase_ids bigint[] not null default '{}'::bigint[],
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  url text,
  events text[],
  secret_id uuid,
  constraint webhook_targets_pkey PRIMARY KEY (key_id)
);

create table app.write_probe (
  only_row boolean not null default true,
  probed_at timestamp with time zone not null,
  constraint write_probe_only_row_check CHECK (only_row),
  constraint write_probe_pkey PRIMARY KEY (only_row)
);

create table log.events (
  "position" bigint not null,
  revision bigint not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  occurred_at timestamp with time zone,
  id uuid not null,
  shared_id uuid not null,
  command_id uuid,
  causation_id uuid,
  stream text not null,
  type text not null,
  correlation_id text,
  packed text not null,
  constraint events_pkey PRIMARY KEY ("position"),
  constraint events_stream_revision UNIQUE (stream, revision)
) with (toast_tuple_target=8160);

create table log.shared_metadata (
  id uuid not null,
  shared json not null,
  constraint shared_metadata_pkey PRIMARY KEY (id)
);

CREATE INDEX deliveries_bodies_by_employee ON app.deliveries USING gin (employee_ids) WHERE ((body IS NOT NULL) AND (employee_ids IS NOT NULL));

CREATE INDEX deliveries_bodies_by_position ON app.deliveries USING btree ("position") WHERE ((body IS NOT NULL) AND (lane IS NULL));

CREATE INDEX deliveries_bodies_for_loyalty ON app.deliveries USING btree (brand_id) WHERE ((body IS NOT NULL) AND (kind = 'loyalty'::text));

CREATE INDEX deliveries_due ON app.deliveries USING btree (key_id, next_attempt_at, id) WHERE (status = 'pending'::text);

CREATE INDEX deliveries_due_loyalty ON app.deliveries USING btree (brand_id, next_attempt_at, id) WHERE ((kind = 'loyalty'::text) AND (status = 'pending'::text));

CREATE INDEX deliveries_lane ON app.deliveries USING btree (lane, id) WHERE (lane IS NOT NULL);

CREATE INDEX deliveries_listed ON app.deliveries USING btree (brand_id, key_id, status, id);

CREATE INDEX deliveries_refunds ON app.deliveries USING btree (ref_event_id) WHERE ((ref_event_id IS NOT NULL) AND (status = 'pending'::text));

CREATE INDEX deliveries_told ON app.deliveries USING btree (key_id, id) WHERE ((body IS NOT NULL) AND ("position" > 0));

CREATE INDEX deliveries_undelivered ON app.deliveries USING btree (brand_id, id) WHERE (status = 'undelivered'::text);

CREATE INDEX deliveries_with_body ON app.deliveries USING btree (created_at) WHERE ((body IS NOT NULL) AND (status <> 'pending'::text));

CREATE INDEX erasures_unsettled ON app.erasures USING btree ("position") WHERE (settled_at IS NULL);

CREATE INDEX event_index_blocks_from ON app.event_index_blocks USING btree (recorded_from);

CREATE INDEX event_index_blocks_open ON app.event_index_blocks USING btree (last_position) WHERE (terms IS NOT NULL);

CREATE INDEX event_index_blocks_to ON app.event_index_blocks USING btree (recorded_to);

CREATE UNIQUE INDEX identities_hash ON app.identities USING btree (app.identity_hash(kind, scope, key));

CREATE INDEX image_sources_hash ON app.image_sources USING btree (hash);

CREATE INDEX images_brand_id ON app.images USING btree (brand_id) INCLUDE (bytes);

CREATE INDEX loyalty_holds_due_at ON app.loyalty_holds USING btree (due_at);

CREATE INDEX passwords_of_account ON app.passwords USING btree (account_id);

CREATE INDEX phone_codes_expires_at ON app.phone_codes USING btree (expires_at);

CREATE INDEX sessions_of_account ON app.sessions USING btree (account_id);

CREATE INDEX subject_keys_wrapped_by ON app.subject_keys USING btree (wrapped_by);

CREATE INDEX tree_tiles_by_position ON app.tree_tiles USING btree (first_position) WHERE (level = 0);

CREATE INDEX webhook_targets_brand_id ON app.webhook_targets USING btree (brand_id);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.tree_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();
alter table app.tree_checkpoints enable always trigger append_only;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log.events FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();
alter table log.events enable always trigger append_only;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log.shared_metadata FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();
alter table log.shared_metadata enable always trigger append_only;

create view log.readable as
 SELECT "position",
    stream,
    type,
    recorded_at,
    log.unpack(packed) AS data
   FROM log.events;

create function app.claim(kinds text[], scopes text[], keys text[]) returns TABLE(place integer, id bigint, claimed boolean, result json) language plpgsql; -- functions/app.claim.sql

create function app.destroy_keys(brand_ids uuid[], kinds text[], keys text[]) returns TABLE(destroyed integer, generation bigint) language plpgsql; -- functions/app.destroy_keys.sql

create function app.find_claims(kinds text[], scopes text[], keys text[]) returns TABLE(place integer, id bigint) language plpgsql; -- functions/app.find_claims.sql

create function app.find_keys(brand_ids uuid[], kinds text[], keys text[]) returns TABLE(subject uuid, brand_id uuid, kind text, key text, wrapped bytea, wrapped_by integer) language plpgsql; -- functions/app.find_keys.sql

create function app.identity_hash(kind text, scope text, key text) returns uuid language sql; -- functions/app.identity_hash.sql

create function app.store_results(kinds text[], scopes text[], keys text[], results json[]) returns void language plpgsql; -- functions/app.store_results.sql

create function log.append(streams text[], expected bigint[], append_numbers integer[], places integer[], ids uuid[], types text[], packed text[], shared_of uuid[], command_ids uuid[], causation_ids uuid[], correlation_ids text[], occurred timestamp with time zone[], shared_ids uuid[], shared json[]) returns TABLE(append_number integer, revision_before bigint, head_before bigint, recorded text) language plpgsql; -- functions/log.append.sql

create function log.append_alone(stream text, expected bigint, id uuid, type text, packed text, shared_id uuid, command_id uuid, causation_id uuid, correlation_id text, occurred_at timestamp with time zone, shared json, sealed_with bigint, guard_stream text, guard_revision bigint, claim_kind text, claim_scope text, claim_key text, claim_id bigint, OUT append_number integer, OUT revision_before bigint, OUT head_before bigint, OUT recorded text) returns record language plpgsql; -- functions/log.append_alone.sql

create function log.append_beginnings(streams text[], ids uuid[], types text[], packed text[], shared_of uuid[], command_ids uuid[], causation_ids uuid[], correlation_ids text[], occurred timestamp with time zone[], shared_ids uuid[], shared json[], sealed_with bigint, guard_streams text[], guard_revisions bigint[], claim_kinds text[], claim_scopes text[], claim_keys text[], claim_ids bigint[], subjects uuid[], brand_ids uuid[], person_kinds text[], person_keys text[], wrapped bytea[], wrapped_by integer[], OUT head_before bigint, OUT recorded text) returns record language plpgsql; -- functions/log.append_beginnings.sql

create function log.append_if(streams text[], expected bigint[], append_numbers integer[], places integer[], ids uuid[], types text[], packed text[], shared_of uuid[], command_ids uuid[], causation_ids uuid[], correlation_ids text[], occurred timestamp with time zone[], shared_ids uuid[], shared json[], guards integer[], guard_streams text[], guard_revisions bigint[], claimants integer[], claim_kinds text[], claim_scopes text[], claim_keys text[], claim_ids bigint[], companions integer[], subjects uuid[], brand_ids uuid[], person_kinds text[], person_keys text[], wrapped bytea[], wrapped_by integer[]) returns TABLE(append_number integer, revision_before bigint, head_before bigint, recorded text) language plpgsql; -- functions/log.append_if.sql

create function log.refuse_change() returns trigger language plpgsql; -- functions/log.refuse_change.sql

create function log.unpack(packed text) returns jsonb language sql; -- functions/log.unpack.sql

create function log.unpack_instant(digits text) returns text language sql; -- functions/log.unpack_instant.sql

create function log.with_keys(sealed_with bigint, streams text[]) returns text[] language plpgsql; -- functions/log.with_keys.sql
