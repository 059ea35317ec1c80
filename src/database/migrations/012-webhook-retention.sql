-- What a call told names guests: its body is deleted after WEBHOOK_RETENTION. The row stays, with its attempts.
alter table app.deliveries alter column body drop not null;

-- For the process that deletes bodies: it must not read the years of rows that have none any more.
create index deliveries_with_body on app.deliveries (created_at) where body is not null and status <> 'pending';
