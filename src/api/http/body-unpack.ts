import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { createNamedQueues } from '../../concurrency/named-queues.ts';
import { codeOf } from '../../database/thrown.ts';
import { HttpError } from './errors.ts';
import { createTimedQueue } from './timed-queue.ts';

/** The most that a compressed body may come to, on any route. */
export const MAX_UNPACKED = 4 * 1024 ** 2;
/** How many times its size a compressed body may come to: a few hundred bytes can contain hundreds of megabytes. */
const MAX_RATIO = 20;
/** A compressed body that is so small after decompression costs little. */
const SMALL = 64 * 1024;
/** The threads that decompress also read files. */
const AT_ONCE = 2;
const WAIT_MS = 10_000;

type Decompress = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const DECOMPRESS: ReadonlyMap<string, Decompress> = new Map([
  ['gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)],
]);

/** Throws HttpError: 413 as soon as the result exceeds `limit` bytes or the ratio, 400 for damaged data. */
export type Unpack = (callerId: string, bytes: Buffer, limit: number) => Promise<Buffer>;

export type UnpackerOf = (encoding: string | undefined) => Unpack | undefined;

/**
 * Decompresses bodies in the thread pool, two at once in the whole process and one for each caller. By content
 * encoding: undefined for a body that is not compressed. Throws HttpError 400 for an unknown encoding.
 */
export const createUnpackers = (): UnpackerOf => {
  const inQueue = createTimedQueue({ count: AT_ONCE, waitMs: WAIT_MS });
  const ofCaller = createNamedQueues();
  return (encoding = 'identity') => {
    const name = encoding.toLowerCase();
    if (name === 'identity') return undefined;
    const decompress = DECOMPRESS.get(name);
    if (!decompress) throw new HttpError(400, 'body_unreadable');
    return (callerId, bytes, limit) =>
      ofCaller(callerId, () => inQueue(() => unpackWithin(decompress, bytes, mostOf(bytes, limit))));
  };
};

const mostOf = (bytes: Buffer, limit: number): number => Math.min(limit, Math.max(SMALL, MAX_RATIO * bytes.length));

const unpackWithin = async (decompress: Decompress, bytes: Buffer, max: number): Promise<Buffer> => {
  try {
    return await decompress(bytes, { maxOutputLength: max });
  } catch (error) {
    const isTooLarge = codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new HttpError(413, 'body_unpacks_too_large', { max }) : new HttpError(400, 'body_unreadable');
  }
};
