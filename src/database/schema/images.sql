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

-- Their bytes, unless IMAGES_URL names a bucket for them.
create table app.image_bytes (
  hash text primary key,
  full_bytes bytea not null,
  thumbnail_bytes bytea not null
);

-- They are compressed already.
alter table app.image_bytes alter column full_bytes set storage external;
alter table app.image_bytes alter column thumbnail_bytes set storage external;
