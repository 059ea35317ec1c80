import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type pg from 'pg';
import { conflict, invalid } from '../domain/refusal.ts';
import type { ImageFile, ImageSize, ImageStore } from './image-store.ts';
import { MAX_PIXELS, makeSizes, TooManyPixels, UnreadableImage } from './make-sizes.ts';

/** What a brand may keep: enough for the menus of a large chain. */
const MOST = { count: 20_000, bytes: 4 * 1024 ** 3 };
/** Bytes of pictures that were looked at lately. */
const KEPT_BYTES = 32 * 1024 ** 2;
/** Pictures are looked up beside orders, and must leave them connections. */
const READS_AT_ONCE = 4;

export interface UploadedImage {
  readonly hash: string;
  readonly content_type: string;
  /** Of the full size, in pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ImagesOptions {
  readonly pool: pg.Pool;
  readonly store: ImageStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export type Images = ReturnType<typeof createImages>;

/**
 * Pictures that venues send, each known by the hash of its brand and its bytes: what is sent twice is one picture, and an
 * address never shows another one. They are not in the log: events have their addresses.
 */
export const createImages = ({ pool, store, clock }: ImagesOptions) => {
  const reads = new PQueue({ concurrency: READS_AT_ONCE });
  const read = async (id: string, size: ImageSize): Promise<ImageFile | undefined> => {
    const known = 'select content_type from app.images where hash = $1';
    const contentType = (await pool.query<{ content_type: string }>(known, [id])).rows[0]?.content_type;
    const bytes = contentType === undefined ? undefined : await store.get(id, size);
    return contentType === undefined || bytes === undefined ? undefined : { contentType, bytes };
  };
  const kept = new LRUCache<string, ImageFile, ImageSize>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: (key, _stale, { context: size }) => reads.add(() => read(key.slice(0, HASH_LENGTH), size)),
  });

  return {
    /**
     * Keeps a picture (JPEG, PNG or WebP) for a brand. Throws image_unreadable, image_too_large (400), and images_too_many
     * (409).
     */
    upload: async (brandId: string, given: Buffer): Promise<UploadedImage> => {
      const sent = hash('sha256', given, 'hex');
      const [known] = await bySource(pool, brandId, [sent]);
      if (known) return known.picture;
      await requireRoom(pool, brandId);
      const { files, width, height } = await made(given);
      const { bytes, contentType: content_type } = files.full;
      const id = hash('sha256', Buffer.concat([Buffer.from(brandId), bytes]), 'hex');
      // First the bytes: what has a row can be shown.
      await store.put(id, files);
      await pool.query(
        `insert into app.images (hash, brand_id, content_type, width, height, bytes, uploaded_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (hash) do nothing`,
        [id, brandId, content_type, width, height, bytes.length + files.thumbnail.bytes.length, new Date(clock())],
      );
      await noteSources(pool, brandId, id, [sent, hash('sha256', bytes, 'hex')]);
      return { hash: id, content_type, width, height };
    },
    /** The pictures of a brand that were made of these bytes, by the SHA-256 of the bytes; those that are not here are left out. */
    bySource: (brandId: string, sha256s: readonly string[]) => bySource(pool, brandId, sha256s),
    /** Undefined: there is no such picture. */
    read: (id: string, size: ImageSize): Promise<ImageFile | undefined> =>
      kept.fetch(`${id}/${size}`, { context: size }),
  };
};

const HASH_LENGTH = 64;
/** Of one picture: files that differ in what is left out of it alone. */
const MOST_SOURCES = 20;

interface FromSource {
  readonly sha256: string;
  readonly picture: UploadedImage;
}

const bySource = async (pool: pg.Pool, brandId: string, sha256s: readonly string[]): Promise<readonly FromSource[]> => {
  const { rows } = await pool.query<UploadedImage & { sha256: string }>(
    `select sha256, hash, content_type, width, height from app.image_sources s join app.images i using (brand_id, hash)
     where s.brand_id = $1 and sha256 = any ($2) order by sha256`,
    [brandId, sha256s],
  );
  return rows.map(({ sha256, ...picture }) => ({ sha256, picture }));
};

const noteSources = async (pool: pg.Pool, brandId: string, id: string, sha256s: readonly string[]): Promise<void> => {
  await pool.query(
    `insert into app.image_sources (brand_id, sha256, hash) select $1, unnest($2::text[]), $3
     where (select count(*) from app.image_sources where hash = $3) < $4 on conflict do nothing`,
    [brandId, sha256s, id, MOST_SOURCES],
  );
};

const made = async (given: Buffer) => {
  try {
    return await makeSizes(given);
  } catch (error) {
    if (error instanceof TooManyPixels) throw invalid('image_too_large', { max: MAX_PIXELS / 1_000_000 });
    if (error instanceof UnreadableImage) throw invalid('image_unreadable');
    throw error;
  }
};

const requireRoom = async (pool: pg.Pool, brandId: string): Promise<void> => {
  const text =
    'select count(*)::integer as count, coalesce(sum(bytes), 0)::bigint as bytes from app.images where brand_id = $1';
  const { rows } = await pool.query<{ count: number; bytes: number }>(text, [brandId]);
  const { count, bytes } = rows[0]!;
  if (count >= MOST.count || bytes >= MOST.bytes) throw conflict('images_too_many', { max: MOST.count });
};
