-- A call of a loyalty service belongs to a brand, and to no key.
alter table app.deliveries alter column key_id drop not null;

alter table app.deliveries
  -- The cheque: its calls are made strictly one after another. Null: the call waits for no other.
  add column lane bigint,
  -- The call that it refers to: of a refund, the commit.
  add column ref_event_id uuid,
  -- Whose points it changes.
  add column client_id bigint,
  -- An attempt has begun: the receiver may know of it.
  add column is_begun boolean not null default false,
  -- What the receiver said of it. Deleted together with the body.
  add column message text;

create index deliveries_lane on app.deliveries (lane, id) where lane is not null and status <> 'delivered';
create index deliveries_due_loyalty on app.deliveries (brand_id, next_attempt_at, id)
  where kind = 'loyalty' and status = 'pending';
create index deliveries_refunds on app.deliveries (ref_event_id) where ref_event_id is not null and status = 'pending';

-- Loyalty services as the process that enqueues their calls knows them: it moves them with its checkpoint.
create table app.loyalty_services (
  brand_id uuid primary key,
  base_url text not null,
  secret_id uuid not null,
  is_connected boolean not null
);

-- Points that a service may hold for a cheque that is not closed: given up when their time has come.
create table app.loyalty_holds (
  operation_id uuid primary key,
  order_id bigint not null,
  brand_id uuid not null,
  point_id uuid not null,
  due_at timestamptz not null
);

create index loyalty_holds_due_at on app.loyalty_holds (due_at);
