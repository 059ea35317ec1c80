import { AwsClient } from 'aws4fetch';
import type { Bucket } from './bucket.ts';
import { IMAGE_SIZES, type ImageSize, type ImageStore, ImageStoreUnavailable } from './image-store.ts';

/** A picture takes a moment; who waits for one that does not come is told so. */
const PATIENCE_MS = 10_000;

/** Pictures in a bucket, each size as `images/<hash>/<size>`. Only we read it. */
export const createS3ImageStore = ({ url, ...credentials }: Bucket): ImageStore => {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 });
  /** Undefined: the bucket has no such object. Throws ImageStoreUnavailable. */
  const ask = async (hash: string, size: ImageSize, init: RequestInit): Promise<Buffer | undefined> => {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await client.fetch(`${url}/images/${hash}/${size}`, { ...init, signal });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return bytes;
      if (answer.status === 404 && init.method === 'GET') return undefined;
      throw new Error(`it answered ${answer.status} to a ${init.method}`);
    } catch (cause) {
      throw new ImageStoreUnavailable('the bucket of pictures can not be used', { cause });
    }
  };
  return {
    put: async (hash, files) => {
      for (const size of IMAGE_SIZES) {
        const { bytes, contentType } = files[size];
        const headers = { 'Content-Type': contentType };
        await ask(hash, size, { method: 'PUT', body: new Uint8Array(bytes), headers });
      }
    },
    get: (hash, size) => ask(hash, size, { method: 'GET' }),
  };
};
