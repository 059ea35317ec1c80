-- Pictures that venues have sent, known by their hash: it follows from the brand and the bytes.
create table app.images (
  hash text primary key,
  brand_id uuid not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  -- Of both sizes together.
  bytes integer not null,
  uploaded_at timestamptz not null
);

create index images_brand_id on app.images (brand_id) include (bytes);

-- What became of the bytes that were sent, by their SHA-256: a program that has a file asks whether its picture is here.
create table app.image_sources (
  brand_id uuid not null,
  sha256 text not null,
  hash text not null,
  primary key (brand_id, sha256)
);

create index image_sources_hash on app.image_sources (hash);

-- Their bytes, unless IMAGES_URL names a bucket for them.
create table app.image_bytes (
  hash text primary key,
  full_bytes bytea not null,
  thumbnail_bytes bytea not null
);

-- They are compressed already.
alter table app.image_bytes alter column full_bytes set storage external;
alter table app.image_bytes alter column thumbnail_bytes set storage external;
