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
  primary key (brand_id, phone)
);

create index phone_codes_expires_at on app.phone_codes (expires_at);
