import type pg from 'pg';
import type { ImageSize, ImageStore } from './image-store.ts';

const COLUMN = { full: 'full_bytes', thumbnail: 'thumbnail_bytes' } as const satisfies Record<ImageSize, string>;

/** Pictures beside everything else in the database: a backup of it has them. */
export const createPostgresImageStore = (pool: pg.Pool): ImageStore => ({
  put: async (hash, { full, thumbnail }) => {
    await pool.query(
      `insert into app.image_bytes (hash, full_bytes, thumbnail_bytes) values ($1, $2, $3) on conflict (hash) do nothing`,
      [hash, full.bytes, thumbnail.bytes],
    );
  },
  get: async (hash, size) => {
    const text = `select ${COLUMN[size]} as bytes from app.image_bytes where hash = $1`;
    return (await pool.query<{ bytes: Buffer }>(text, [hash])).rows[0]?.bytes;
  },
});
