import type { CallOptions, Connection } from './connection.ts';

/** A place in a change feed. Keep the one of the last change that you have dealt with, and go on there after a restart. */
export interface ChangeCursor<Id> {
  readonly changed_since: string;
  readonly after_id: Id | null;
}

/** Where a change feed begins, which points it is of, and whether it ends. */
export interface ChangesFrom<Id> {
  /** All points of the key unless told. */
  readonly point_id?: string;
  /** An instant, a timestamp of the API, or the `cursor` of a change. */
  readonly since: string | Date | ChangeCursor<Id>;
  /** Changes of a page: a restart may repeat so many. 100 unless told. */
  readonly limit?: number;
  /** False: ends when nothing is left. Else it waits for what comes. */
  readonly follow?: boolean;
  /** The pause before it asks again when nothing is left. 30 seconds unless told. */
  readonly everyMs?: number;
}

/** What a page of a feed is asked with. What is not told is left out. */
export interface FeedQuery<Id> {
  readonly changed_since: string;
  readonly after_id?: Id;
  readonly limit?: number;
  readonly point_id?: string;
}

export interface FeedPage<Row, Id> {
  readonly rows: readonly Row[];
  readonly has_more: boolean;
  readonly next: ChangeCursor<Id> | undefined;
}

/** What a feed has read, and where to go on after it. */
export type Change<Row, Id> = Row & { readonly cursor: ChangeCursor<Id> };

const EVERY_MS = 30_000;

/**
 * A change feed, page after page. The cursor of a page's last change is the page's end; that of the others is its
 * beginning: whoever stops in the middle gets the page again, and misses nothing.
 */
export async function* follow<Row extends object, Id>(
  { wait }: Pick<Connection, 'wait'>,
  { since, limit, point_id, follow: isEndless = true, everyMs = EVERY_MS }: ChangesFrom<Id>,
  { signal }: CallOptions,
  read: (query: FeedQuery<Id>) => Promise<FeedPage<Row, Id>>,
): AsyncGenerator<Change<Row, Id>, void, undefined> {
  let cursor: ChangeCursor<Id> = cursorOf(since);
  for (;;) {
    const { changed_since, after_id } = cursor;
    const {
      rows,
      has_more,
      next = cursor,
    } = await read({
      changed_since,
      ...(after_id !== null && { after_id }),
      ...(limit !== undefined && { limit }),
      ...(point_id !== undefined && { point_id }),
    });
    for (const [index, row] of rows.entries()) {
      yield { ...row, cursor: index === rows.length - 1 ? next : cursor };
    }
    cursor = next;
    if (has_more) continue;
    if (!isEndless) return;
    await wait(everyMs, signal);
  }
}

const cursorOf = <Id>(since: string | Date | ChangeCursor<Id>): ChangeCursor<Id> => {
  if (typeof since === 'string') return { changed_since: since, after_id: null };
  return since instanceof Date ? { changed_since: since.toISOString(), after_id: null } : since;
};
