-- Passwords and sessions of people (docs/operations.md#people). None of this is ever in the log.

-- The hash of each password. The account's stream says which one counts, so one that a crash has left opens nothing.
create table app.passwords (
  credential_id uuid primary key,
  account_id bigint not null,
  -- Argon2id, in PHC string format: the parameters and the salt are in it.
  hash text not null,
  made_at timestamptz not null,
  -- The account's stream was seen to name it.
  is_confirmed boolean not null default false
);
create index passwords_of_account on app.passwords (account_id);

-- Who is signed in on which device.
create table app.sessions (
  session_id uuid primary key,
  -- SHA-256 of the secret in the cookie.
  token_hash text not null unique,
  account_id bigint not null,
  brand_id uuid not null,
  -- How many times the sessions of the account had been ended before the sign-in: only those of the last count are good.
  account_epoch int not null,
  made_at timestamptz not null,
  -- Written at most once a minute.
  last_used_at timestamptz not null,
  -- What the browser calls itself.
  device text not null
)
-- The last use is written again and again: room on its page keeps that off the indexes.
with (fillfactor = 70);
create index sessions_of_account on app.sessions (account_id);

-- When each account was last signed in, also after the session has ended.
create table app.sign_ins (
  account_id bigint primary key,
  signed_in_at timestamptz not null
);

-- From which addresses each account has signed in. Somebody else's failures at the login do not lock these out.
create table app.known_addresses (
  account_id bigint not null,
  -- A keyed hash: the address is personal data.
  address_hash text not null,
  seen_at timestamptz not null,
  primary key (account_id, address_hash)
);
