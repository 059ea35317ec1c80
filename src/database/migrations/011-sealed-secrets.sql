-- Signing secrets are sealed under a key that is not in the database. Rows from before hold them in plain until the
-- process `secret-seals` has sealed them. A column of its own: a release from before finds no secret in a sealed row,
-- and waits, where it would sign with the sealed text otherwise.
alter table app.webhook_secrets alter column secret drop not null;
alter table app.webhook_secrets add column sealed bytea;
alter table app.webhook_secrets add constraint webhook_secrets_one_form check (num_nonnulls(secret, sealed) = 1);

create index webhook_secrets_plain on app.webhook_secrets (secret_id) where secret is not null;
