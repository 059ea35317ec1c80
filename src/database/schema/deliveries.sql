-- Partners' keys as the process that enqueues webhooks knows them: it follows the log, and moves them with its checkpoint.
create table app.webhook_targets (
  key_id uuid primary key,
  brand_id uuid not null,
  permissions text[] not null,
  -- Null: every point of the brand.
  point_ids uuid[],
  -- The menus of the key.
  showcase_ids bigint[] not null default '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Null: no webhook.
  url text,
  -- Null: all of them.
  events text[],
  secret_id uuid
);

create index webhook_targets_brand_id on app.webhook_targets (brand_id);

-- What signs the calls, sealed under a key that is not in the database. Here and nowhere else: the log names the id only.
create table app.webhook_secrets (
  secret_id uuid primary key,
  sealed bytea not null
);

-- Calls to partners and to loyalty services, each with all its attempts.
create table app.deliveries (
  id bigint primary key default nextval('app.ids'),
  kind text not null,
  brand_id uuid not null,
  -- Null: a call of a loyalty service, which belongs to a brand.
  key_id uuid,
  event text not null,
  -- Follows from the event of the log and the key: what is enqueued again is there already.
  event_id uuid not null unique,
  -- The log position of what it tells; it is sent once the read models have got there. 0: at once.
  position bigint not null,
  -- Where it was sent last, or is to be sent first.
  url text not null,
  -- As it was when it happened, byte for byte. Signed when it is sent. It may name guests, so it is deleted after
  -- WEBHOOK_RETENTION; the row stays, with its attempts.
  body text,
  -- pending, delivered, undelivered
  status text not null,
  created_at timestamptz not null,
  -- Null unless pending.
  next_attempt_at timestamptz,
  -- Since it was put in line, the last time.
  failures int not null default 0,
  -- Of all times: an attempt that two processes made is recorded by one of them.
  tries int not null default 0,
  attempts jsonb not null default '[]',
  -- Why it is undelivered.
  reason text,
  -- Log position of the last DeliveryResent that was applied.
  resent_position bigint not null default 0,
  -- The order or cheque: its calls to a loyalty service are made strictly one after another, its webhooks to a key as long as
  -- none of them fails. Null: the call waits for no other.
  lane bigint,
  -- The call that it refers to: of a refund, the commit.
  ref_event_id uuid,
  -- Whose points it changes.
  client_id bigint,
  -- Employees whom the body names.
  employee_ids bigint[],
  -- An attempt has begun: the receiver may know of it.
  is_begun boolean not null default false,
  -- What the receiver said of it. Deleted together with the body.
  message text
);

-- For the list of calls: each status of each key by itself, which costs no more to write than one by brand and id.
create index deliveries_listed on app.deliveries (brand_id, key_id, status, id);
-- What a key was to be told, page by page.
create index deliveries_told on app.deliveries (key_id, id) where body is not null and position > 0;
create index deliveries_undelivered on app.deliveries (brand_id, id) where status = 'undelivered';
create index deliveries_due on app.deliveries (key_id, next_attempt_at, id) where status = 'pending';
-- Also for the erasure of a guest: the calls of an order are few.
create index deliveries_lane on app.deliveries (lane, id) where lane is not null;
create index deliveries_due_loyalty on app.deliveries (brand_id, next_attempt_at, id)
  where kind = 'loyalty' and status = 'pending';
create index deliveries_refunds on app.deliveries (ref_event_id) where ref_event_id is not null and status = 'pending';
-- For the process that deletes bodies: it must not read the years of rows that have none any more.
create index deliveries_with_body on app.deliveries (created_at) where body is not null and status <> 'pending';
-- Bodies of calls that name a person, by what they tell of: calls about an order or a cheque are found by their lane.
create index deliveries_bodies_by_position on app.deliveries (position) where body is not null and lane is null;
-- Bodies of calls to a loyalty service, which may name a guest by the phone alone.
create index deliveries_bodies_for_loyalty on app.deliveries (brand_id) where body is not null and kind = 'loyalty';
create index deliveries_bodies_by_employee on app.deliveries using gin (employee_ids)
  where body is not null and employee_ids is not null;
