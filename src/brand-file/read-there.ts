import type { BrandReader, Entry } from './reader.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import type { PointProduct, SpecialDayThere, There, Thing } from './there.ts';

/** All that a file can say of the brand, as it is on the server now. */
export const readThere = async (server: BrandReader): Promise<There> => {
  const readAt = Date.now();
  const [brand, specialDays, ...read] = await Promise.all([
    server.brand(),
    specialDaysOf(server, readAt),
    ...sectionNames.map(async (section) => {
      const [entries, names] = await Promise.all([entriesOf(server, section), namesOf(server, section)]);
      return { section, entries, names };
    }),
  ]);
  const state = (section: SectionName) =>
    read.find((it) => it.section === section)!.entries.map(({ id, state: of }) => [Number(id), of ?? {}] as const);
  return {
    brand,
    sections: Object.fromEntries(
      read.map(({ section, entries }) => [section, entries.map(({ state: _, ...thing }) => thing)]),
    ),
    names: Object.fromEntries(read.flatMap(({ section, names }) => (names ? [[SECTIONS[section].list, names]] : []))),
    atPoints: new Map(state('products').map(([id, of]) => [id, (of.points ?? []) as readonly PointProduct[]])),
    closedAt: new Map(state('categories').map(([id, of]) => [id, (of.closed_at ?? []) as readonly string[]])),
    specialDays,
    readAt,
  };
};

const DAY_MS = 86_400_000;

/** Those that are not over in any zone, by point. */
const specialDaysOf = async (server: BrandReader, now: number): Promise<There['specialDays']> => {
  const date_from = new Date(now - DAY_MS).toISOString().slice(0, 10);
  const days = (await server.specialDays(date_from)) as unknown as readonly (SpecialDayThere & {
    readonly point_id: string;
  })[];
  return Map.groupBy(days, ({ point_id }) => point_id);
};

type Read = Thing & { readonly state: Entry | undefined };

const entriesOf = async (server: BrandReader, section: SectionName): Promise<Read[]> => {
  const { reading, restore } = SECTIONS[section];
  const queries: object[] = [{}, ...(restore ? [{ retired: 'true' }] : [])];
  const [path, name, idField] = reading;
  const pages = await Promise.all(
    queries.map(async (query) => {
      const entries = await server.list(path, name, idField, query);
      const retired = 'retired' in query;
      return entries.map(({ [idField]: id, state, ...fields }): Read => {
        const of = state as Entry | undefined;
        return { id: id as number | string, fields, retired, gone: isGone(of), state: of };
      });
    }),
  );
  // Keys of tills and auditors are the platform's: a file has those of partners.
  return pages.flat().filter(({ state }) => section !== 'keys' || state?.audience === 'partner');
};

const isGone = (state: Entry | undefined): boolean =>
  state?.standing === 'dismissed' || (state?.revoked_at !== undefined && state.revoked_at !== null);

const namesOf = async (server: BrandReader, section: SectionName) => {
  const { list } = SECTIONS[section];
  if (list === undefined) return undefined;
  const entries = await server.list('external-ids', 'external_ids', 'external_id', { list });
  return new Map(entries.map(({ external_id, id }) => [external_id as string, id as number | string]));
};
