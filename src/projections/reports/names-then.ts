import type { Snapshot } from './snapshot.ts';

/** The names of a brand's things at the moment of a report. Null: it has no such thing, or none is asked for. */
export type NameOf = (kind: string, id: string | number | null) => string | null;

/** Reads all names of these kinds. */
export const readNames = async (
  { db, valid }: Pick<Snapshot, 'db' | 'valid'>,
  brandId: string,
  kinds: readonly string[],
): Promise<NameOf> => {
  const { rows } = await db.query<{ kind: string; id: string; name: string }>(
    `select kind, id, name from read.names as n where brand_id = $1 and kind = any ($2) and ${valid('n')}`,
    [brandId, kinds],
  );
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (kind, id) => (id === null ? null : (names.get(`${kind} ${id}`) ?? null));
};
