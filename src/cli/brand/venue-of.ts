import { createVenue, TillstreamError, type Venue } from '../../../client/src/index.ts';
import type { Answered, Send } from '../../brand-file/apply.ts';

export interface Where {
  readonly url: string;
  readonly key: string;
}

export interface BrandServer {
  /** The entries of all pages of a list. */
  list(path: string, name: string, id: string, query?: object): Promise<readonly Entry[]>;
  /** Closed days and special hours of all points, from a date on. */
  specialDays(from: string): Promise<readonly Entry[]>;
  /** The brand itself, in the words of the file. */
  brand(): Promise<Entry>;
  /** Those of these pictures that are there, by the SHA-256 of their files. */
  knownPictures(sha256s: readonly string[]): Promise<readonly KnownPicture[]>;
  /** Takes a picture in, and answers its address. */
  sendPicture(bytes: Buffer, contentType: 'image/jpeg' | 'image/png' | 'image/webp'): Promise<string>;
  /** A picture by its hash; undefined: it is not there. */
  picture(hash: string): Promise<{ readonly bytes: Buffer; readonly contentType: string } | undefined>;
  readonly send: Send;
}

export interface KnownPicture {
  readonly sha256: string;
  readonly hash: string;
  readonly image: string;
}

export type Entry = Readonly<Record<string, unknown>>;

/** A plan may be long, and the server may be busy: a command that was carried out is not carried out again. */
const TIMEOUT_MS = 120_000;
const ASKED_AT_ONCE = 100;
const PAGES: Readonly<Record<string, number>> = { products: 500, showcases: 20, 'external-ids': 5_000 };

/** The venue's side of a running Tillstream. Errors say in one line what went wrong. */
export const brandServer = ({ url, key }: Where): BrandServer => {
  const venue = createVenue({ baseUrl: url, apiKey: key, timeoutMs: TIMEOUT_MS });
  // Which path it is, the table of sections says.
  const get = venue.api.GET as unknown as (path: string, init: object) => Promise<{ readonly data: Entry }>;
  return {
    list: async (path, name, id, query = {}) => {
      const after = path === 'external-ids' ? 'after' : 'after_id';
      const entries: Entry[] = [];
      for (let cursor: unknown; ; ) {
        const asked = { ...query, limit: PAGES[path] ?? 1_000, ...(cursor !== undefined && { [after]: cursor }) };
        const { data } = await get(`/venue/v1/${path}`, { params: { query: asked } }).catch(inOneLine(url));
        const page = data[name] as readonly Entry[];
        entries.push(...page);
        if (!data.has_more) return entries;
        cursor = page.at(-1)![id];
      }
    },
    specialDays: async (from) => {
      const found = new Map<string, Entry>();
      for (let date_from = from; ; ) {
        const { data } = await get('/venue/v1/special-days', { params: { query: { date_from } } }).catch(
          inOneLine(url),
        );
        const page = data.special_days as readonly Entry[];
        // The next page begins with the date at which this one ended, perhaps amid its points.
        for (const day of page) found.set(`${day.date} ${day.point_id}`, day);
        if (!data.has_more) return [...found.values()];
        date_from = String(page.at(-1)!.date);
      }
    },
    brand: async () => {
      const { data } = await get('/venue/v1/brand', {}).catch(inOneLine(url));
      const { id: _, ...brand } = data;
      return brand;
    },
    knownPictures: async (sha256s) => {
      const pages = Array.from({ length: Math.ceil(sha256s.length / ASKED_AT_ONCE) }, async (_, page) => {
        const sha256 = sha256s.slice(page * ASKED_AT_ONCE, (page + 1) * ASKED_AT_ONCE);
        const { data } = await get('/venue/v1/images', { params: { query: { sha256 } } }).catch(inOneLine(url));
        return data.images as readonly KnownPicture[];
      });
      return (await Promise.all(pages)).flat();
    },
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
  };
};

const inOneLine =
  (url: string) =>
  (error: unknown): never => {
    if (!(error instanceof TillstreamError)) throw error;
    if (error.status === 0) throw new Error(`${url} does not answer: is Tillstream running there?`, { cause: error });
    if (error.status === 401)
      throw new Error('the key is not known there: it must be a key of the venue', { cause: error });
    throw new Error(error.message, { cause: error });
  };
