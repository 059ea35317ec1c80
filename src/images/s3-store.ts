import { AwsClient } from 'aws4fetch';
import type { Bucket } from './bucket.ts';
import { IMAGE_SIZES, type ImageSize, type ImageStore } from './image-store.ts';

/** A picture takes a moment; who waits for one that does not come is told so. */
const PATIENCE_MS = 10_000;

/** Pictures in a bucket, each size as `images/<hash>/<size>`. Nobody but us needs to read it. */
export const createS3ImageStore = ({ url, ...credentials }: Bucket): ImageStore => {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 });
  const ask = (hash: string, size: ImageSize, init: RequestInit) =>
    client.fetch(`${url}/images/${hash}/${size}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  return {
    put: async (hash, files) => {
      for (const size of IMAGE_SIZES) {
        const { bytes, contentType } = files[size];
        const headers = { 'Content-Type': contentType };
        const answer = await ask(hash, size, { method: 'PUT', body: new Uint8Array(bytes), headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`the bucket of pictures answered ${answer.status} to a PUT`);
      }
    },
    get: async (hash, size) => {
      const answer = await ask(hash, size, { method: 'GET' });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`the bucket of pictures answered ${answer.status} to a GET`);
      return bytes;
    },
  };
};
