-- Integer ids of everything that has one.
create sequence app.ids start with 1001;

-- Outside keys (an order's external_id, a client's phone, a command's id) and the id each was given. A claim comes
-- before the append it serves; a crash between the two leaves a claim that the retry picks up, never a second thing.
create table app.identities (
  kind text not null,
  scope text not null,
  key text not null,
  id bigint not null,
  -- Only for kind 'command': its type, and what it answered when its events can't tell.
  result json,
  -- When the result was kept, by the clock of the database: it is deleted after COMMAND_RETENTION.
  kept_at timestamptz
);

-- A key is found by its hash, which takes 16 bytes in the index. The kind, the scope and the key would take 80.
create unique index identities_hash on app.identities (app.identity_hash(kind, scope, key));

-- One row: how far the search for old results has come in the index of app.identities. An index on kept_at would find
-- them sooner, but every command would pay for it.
create table app.command_sweep (
  is_only boolean primary key default true check (is_only),
  hash uuid not null default '00000000-0000-0000-0000-000000000000',
  -- When the last search came to the end.
  ended_at timestamptz
);
insert into app.command_sweep default values;
