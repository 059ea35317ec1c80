-- When the last codes were sent to the phone, oldest first: as many as may be sent in a day. One that failed is taken out.
alter table app.phone_codes add column sent_at timestamptz[] not null default '{}';

-- A row that is written now and then, to learn whether anything can be written at all.
create table app.write_probe (
  only_row boolean primary key default true check (only_row),
  probed_at timestamptz not null
);
