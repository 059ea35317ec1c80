/** A page of a list, and where the next one begins; null or undefined: nowhere. */
export interface Page<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null | undefined;
}

/** The rows of a list, for `for await`. */
export type Rows<List extends readonly unknown[]> = AsyncGenerator<List[number], void, undefined>;

/** Every row of every page. The next page is read when the one before is used up. */
export async function* allPages<Row, Cursor>(
  read: (cursor: Cursor | undefined) => Promise<Page<Row, Cursor>>,
): AsyncGenerator<Row, void, undefined> {
  let cursor: Cursor | undefined;
  for (;;) {
    const { rows, next } = await read(cursor);
    yield* rows;
    if (next === null || next === undefined) return;
    cursor = next;
  }
}

/** The next page of an answer that has `has_more`. */
export const after = <Cursor>(hasMore: boolean, next: Cursor): Cursor | null => (hasMore ? next : null);
