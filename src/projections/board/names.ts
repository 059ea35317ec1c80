import type pg from 'pg';

/** Ids of what a board names. */
export interface BoardIds {
  readonly tables: readonly (number | null)[];
  readonly employees: readonly (number | null)[];
  readonly products: readonly (number | null)[];
}

export type BoardNames = { readonly [Kind in keyof BoardIds]: ReadonlyMap<number, string | null> };

const NAMES = `
  select kind, id::bigint as id, name from read.names
  where brand_id = $1 and known_to is null
    and (kind, id) in (select * from unnest($2::text[], $3::text[]))`;

const KINDS = { table: 'tables', employee: 'employees', product: 'products' } as const;

/** The names that these have now. An employee who was erased has none. */
export const boardNames = async (pool: pg.Pool, brandId: string, ids: BoardIds): Promise<BoardNames> => {
  const asked = Object.entries(KINDS).flatMap(([kind, list]) =>
    [...new Set(ids[list])].filter((id) => id !== null).map((id) => ({ kind, id: String(id) })),
  );
  const found = { tables: new Map<number, string | null>(), employees: new Map(), products: new Map() };
  if (asked.length === 0) return found;
  const values = [brandId, asked.map(({ kind }) => kind), asked.map(({ id }) => id)];
  const { rows } = await pool.query<{ kind: keyof typeof KINDS; id: number; name: string | null }>(NAMES, values);
  for (const { kind, id, name } of rows) found[KINDS[kind]].set(id, name);
  return found;
};
