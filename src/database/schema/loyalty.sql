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
