import { createVenue, TillstreamError, type Venue } from '../../../client/src/index.ts';
import type { Answered, Send } from '../../brand-file/apply.ts';
import type { Check } from '../../brand-file/check-plan.ts';
import { type BrandReader, brandReader, type Entry } from '../../brand-file/reader.ts';

export interface Where {
  readonly url: string;
  readonly key: string;
}

export interface BrandServer extends BrandReader {
  /** Takes a picture in, and answers its address. */
  sendPicture(bytes: Buffer, contentType: 'image/jpeg' | 'image/png' | 'image/webp'): Promise<string>;
  /** A picture by its hash; undefined: it is not there. */
  picture(hash: string): Promise<{ readonly bytes: Buffer; readonly contentType: string } | undefined>;
  readonly send: Send;
  readonly check: Check;
}

/** A plan may be long, and the server may be busy: a command that was carried out is not carried out again. */
const TIMEOUT_MS = 120_000;

/** The venue's side of a running Tillstream. Errors say in one line what went wrong. */
export const brandServer = ({ url, key }: Where): BrandServer => {
  if (!URL.canParse(url)) throw new Error(`${url} is no address like https://till.example.com`);
  const venue = createVenue({ baseUrl: url, apiKey: key, timeoutMs: TIMEOUT_MS });
  // Which path it is, the table of sections says.
  const get = venue.api.GET as unknown as (path: string, init: object) => Promise<{ readonly data: Entry }>;
  return {
    ...brandReader(async (path, query) => (await get(path, { params: { query } }).catch(inOneLine(url))).data),
    sendPicture: (bytes, contentType) =>
      venue.pictures.send(new Uint8Array(bytes), contentType).then(({ image }) => image, inOneLine(url)),
    picture: async (hash) => {
      const answer = await fetch(new URL(`/images/${hash}`, url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.ok ? { bytes, contentType: answer.headers.get('content-type') ?? '' } : undefined;
    },
    send: async (commands) => {
      const { results } = await venue.send(commands as unknown as Parameters<Venue['send']>[0]).catch(inOneLine(url));
      return results as readonly Answered[];
    },
    check: async (commands) =>
      (await venue.check(commands as unknown as Parameters<Venue['check']>[0]).catch(inOneLine(url))).refused,
  };
};

const inOneLine =
  (url: string) =>
  (error: unknown): never => {
    if (!(error instanceof TillstreamError)) throw error;
    if (error.status === 0) throw new Error(`${url} does not answer: is Tillstream running there?`, { cause: error });
    if (error.status === 401)
      throw new Error('the key is not known there: it must be a key of the venue', { cause: error });
    if (error.status === 403)
      throw new Error('the key may not do this: it must be a key of the venue, for the whole brand', { cause: error });
    throw new Error(error.message, { cause: error });
  };
