import { type ById, entryOf, withEntries, withoutIds } from './by-id.ts';

/**
 * Entries by id, in pages of neighbouring ids, for states that may hold a hundred thousand: an event copies one page
 * and the list of pages, not everything.
 */
export type PagedById<Entry> = ById<ById<Entry>>;

const PAGE = 256;

export const pagedEntryOf = <Entry>(pages: PagedById<Entry>, id: number): Entry | undefined => {
  const page = entryOf(pages, pageOf(id));
  return page && entryOf(page, id);
};

/** A copy with this entry added or replaced. */
export const withPagedEntry = <Entry>(pages: PagedById<Entry>, id: number, entry: Entry): PagedById<Entry> => {
  const page = entryOf(pages, pageOf(id)) ?? [];
  return withEntries(pages, [[pageOf(id), withEntries(page, [[id, entry]])]]);
};

/** A copy without this id, whether or not it was there. An empty page goes too. */
export const withoutPagedId = <Entry>(pages: PagedById<Entry>, id: number): PagedById<Entry> => {
  const page = entryOf(pages, pageOf(id));
  if (!page) return pages;
  const rest = withoutIds(page, [id]);
  return rest.length === 0 ? withoutIds(pages, [pageOf(id)]) : withEntries(pages, [[pageOf(id), rest]]);
};

const pageOf = (id: number): number => Math.floor(id / PAGE);
