/** Reads all pages of a list. `read`: the page that begins after a cursor. */
export const allOf = async <Row, Cursor>(
  read: (after: Cursor | undefined) => Promise<{ readonly rows: readonly Row[]; readonly has_more: boolean }>,
  cursorOf: (row: Row) => Cursor,
): Promise<Row[]> => {
  const all: Row[] = [];
  for (;;) {
    const last = all.at(-1);
    const { rows, has_more } = await read(last && cursorOf(last));
    all.push(...rows);
    if (!has_more || rows.length === 0) return all;
  }
};
