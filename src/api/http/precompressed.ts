import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { matchesEtag } from './answer.ts';

/** Its best quality takes seconds, in which nothing else is compressed or read. */
const QUICK_ENOUGH = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const toBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const toGzip = promisify<Buffer, Buffer>(gzip);

interface Version {
  readonly bytes: Buffer;
  /** Without quotes. */
  readonly etag: string;
  /** Undefined: as it is. */
  readonly encoding?: 'br' | 'gzip';
}

/**
 * Serves a file that never changes. It is made and compressed once, at the first request, and not sent again to a
 * client that has it.
 * @param type the ending of its name
 * @param makeBrotli its bytes in Brotli, if somebody has taken the time to compress it well; undefined: nobody has
 */
export const servePrecompressed = (
  type: string,
  cacheControl: string,
  make: () => Buffer | Promise<Buffer>,
  makeBrotli: () => Promise<Buffer | undefined> = async () => undefined,
): RequestHandler => {
  const makeVersions = async (): Promise<Record<string, Version>> => {
    const bytes = await make();
    const toBr = async () => (await makeBrotli()) ?? toBrotli(bytes, QUICK_ENOUGH);
    const [br, gz] = await Promise.all([toBr(), toGzip(bytes)]);
    const tag = hash('sha256', bytes, 'base64url').slice(0, 22);
    return {
      identity: { bytes, etag: tag },
      br: { bytes: br, etag: `${tag}-br`, encoding: 'br' },
      gzip: { bytes: gz, etag: `${tag}-gzip`, encoding: 'gzip' },
    };
  };
  let made: Promise<Record<string, Version>> | undefined;
  return async (req, res) => {
    made ??= makeVersions().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    const versions = await made;
    // Browsers name gzip first and like both the same: the smaller one is chosen.
    const accepted = req.acceptsEncodings('br') || req.acceptsEncodings('gzip', 'identity') || 'identity';
    const { bytes, etag, encoding } = versions[accepted]!;
    res.set({ 'Cache-Control': cacheControl, ETag: `"${etag}"` }).vary('Accept-Encoding');
    if (matchesEtag(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
    if (encoding) res.set('Content-Encoding', encoding);
    res.type(type).send(bytes);
  };
};
