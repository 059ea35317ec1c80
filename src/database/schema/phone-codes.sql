-- The last SMS code of a phone, per brand. Codes themselves are nowhere: only their keyed hash is.
create table app.phone_codes (
  brand_id uuid not null,
  phone text not null,
  -- Null once it is used.
  code_hash text,
  attempts_left int not null,
  expires_at timestamptz not null,
  -- From then on another code may be sent.
  resend_at timestamptz not null,
  -- Set while whoever gave the right code has the client made: nobody else may use it, and it is not used up if that fails.
  claimed_until timestamptz,
  -- When the last codes were sent to the phone, oldest first: as many as may be sent in a day. One that failed is taken out.
  sent_at timestamptz[] not null default '{}',
  primary key (brand_id, phone)
);

create index phone_codes_expires_at on app.phone_codes (expires_at);
-- Statistics of Postgres quote values of columns, and stay as they are when a table becomes empty.
alter table app.phone_codes alter column phone set statistics 0;
