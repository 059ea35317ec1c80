import type pg from 'pg';
import { bucketOf } from './bucket.ts';
import { createImages, type Images } from './images.ts';
import { createPostgresImageStore } from './postgres-store.ts';
import { createS3ImageStore } from './s3-store.ts';

/** Pictures in the bucket of that address (IMAGES_URL), else in the database. Pictures stay where they were kept. */
export const openImages = ({
  pool,
  url,
  clock,
}: {
  readonly pool: pg.Pool;
  readonly url: string | undefined;
  readonly clock: () => number;
}): Images => {
  const bucket = url === undefined ? undefined : bucketOf(url);
  return createImages({ pool, store: bucket ? createS3ImageStore(bucket) : createPostgresImageStore(pool), clock });
};
