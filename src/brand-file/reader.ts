import type { BrandFile } from './brand-file.ts';

export type Entry = Readonly<Record<string, unknown>>;

/** A picture that the server has. */
export interface KnownPicture {
  readonly sha256: string;
  readonly hash: string;
  readonly image: string;
}

/** Reads what the venue has defined. */
export interface BrandReader {
  /** The entries of all pages of a list. */
  list(path: string, name: string, id: string, query?: object): Promise<readonly Entry[]>;
  /** Closed days and special hours of all points, from a date on. */
  specialDays(from: string): Promise<readonly Entry[]>;
  /** The brand itself, in the words of the file. */
  brand(): Promise<Entry>;
  /** Those of a file's pictures that the server has, by their paths. */
  knownPictures(pictures: BrandFile['pictures']): Promise<ReadonlyMap<string, KnownPicture>>;
}

/** Asks one page of the venue's API: a path with what is asked for. */
export type Get = (path: string, query: object) => Promise<Entry>;

/** So many pictures are asked for at once. */
const PICTURES = 100;
const PAGES: Readonly<Record<string, number>> = { products: 500, showcases: 20, 'external-ids': 5_000 };

/** All pages of what the venue has defined. */
export const brandReader = (get: Get): BrandReader => ({
  list: async (path, name, id, query = {}) => {
    const after = path === 'external-ids' ? 'after' : 'after_id';
    const entries: Entry[] = [];
    for (let cursor: unknown; ; ) {
      const asked = { ...query, limit: PAGES[path] ?? 1_000, ...(cursor !== undefined && { [after]: cursor }) };
      const data = await get(`/venue/v1/${path}`, asked);
      const page = data[name] as readonly Entry[];
      entries.push(...page);
      if (!data.has_more) return entries;
      cursor = page.at(-1)![id];
    }
  },
  specialDays: async (from) => {
    const found = new Map<string, Entry>();
    for (let date_from = from; ; ) {
      const data = await get('/venue/v1/special-days', { date_from });
      const page = data.special_days as readonly Entry[];
      // The next page begins with the date at which this one ended, perhaps amid its points.
      for (const day of page) found.set(`${day.date} ${day.point_id}`, day);
      if (!data.has_more) return [...found.values()];
      date_from = String(page.at(-1)!.date);
    }
  },
  brand: async () => {
    const { id: _, ...brand } = await get('/venue/v1/brand', {});
    return brand;
  },
  knownPictures: async (pictures) => {
    const sha256s = [...new Set([...pictures.values()].map(({ sha256 }) => sha256))];
    const known = new Map<string, KnownPicture>();
    for (let start = 0; start < sha256s.length; start += PICTURES) {
      const { images } = await get('/venue/v1/images', { sha256: sha256s.slice(start, start + PICTURES) });
      for (const image of images as readonly KnownPicture[]) known.set(image.sha256, image);
    }
    return new Map(
      [...pictures].flatMap(([path, { sha256 }]) => {
        const found = known.get(sha256);
        return found ? [[path, found] as const] : [];
      }),
    );
  },
});
