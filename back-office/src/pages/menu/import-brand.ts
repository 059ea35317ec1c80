import { venue } from '../../api.ts';
import { allOf } from '../../reading/all-of.ts';
import type { BrandNow, RowPlan } from './import-plan.ts';

/** What the brand has, as far as a table of products speaks of it. */
export const readBrandNow = async (points: BrandNow['points']): Promise<BrandNow> => {
  const byId = ({ id }: { readonly id: number }): number => id;
  const [products, codes, categories, folders] = await Promise.all([
    allOf(async (after_id: number | undefined) => {
      const query = { limit: 500, ...(after_id && { after_id }) };
      const { products: rows, has_more } = (await venue.api.GET('/venue/v1/products', { params: { query } })).data!;
      return { rows, has_more };
    }, byId),
    allOf(
      async (after: string | undefined) => {
        const query = { list: 'products' as const, limit: 5_000, ...(after !== undefined && { after }) };
        const { external_ids: rows, has_more } = (await venue.api.GET('/venue/v1/external-ids', { params: { query } }))
          .data!;
        return { rows, has_more };
      },
      ({ external_id }) => external_id,
    ),
    allOf(async (after_id: number | undefined) => {
      const query = { limit: 1_000, ...(after_id && { after_id }) };
      const { categories: rows, has_more } = (await venue.api.GET('/venue/v1/categories', { params: { query } })).data!;
      return { rows, has_more };
    }, byId),
    allOf(async (after_id: number | undefined) => {
      const query = { limit: 1_000, ...(after_id && { after_id }) };
      const { menu_folders: rows, has_more } = (await venue.api.GET('/venue/v1/menu-folders', { params: { query } }))
        .data!;
      return { rows, has_more };
    }, byId),
  ]);
  const codeToId = new Map(codes.map(({ external_id, id }) => [external_id, Number(id)]));
  return { products, codes: codeToId, categories, folders, points };
};

/** Commands that go in one batch. */
const BATCH = 100;

export interface Taken {
  readonly done: number;
  /** The server's words, by the line of the table. */
  readonly refusals: ReadonlyMap<number, string>;
}

/** Carries the rows out, each with all of its commands in one batch: later ones name what earlier ones make. */
export const takeOver = async (rows: readonly RowPlan[]): Promise<Taken> => {
  const refusals = new Map<number, string>();
  const batches: RowPlan[][] = [[]];
  let size = 0;
  for (const row of rows) {
    if (size > 0 && size + row.commands.length > BATCH) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(row);
    size += row.commands.length;
  }
  for (const batch of batches) {
    const sent = batch.flatMap(({ line, commands }) => commands.map((command) => ({ line, command })));
    if (sent.length === 0) continue;
    const { results } = await venue.send(sent.map(({ command }) => command));
    for (const [index, { status, message }] of results.entries()) {
      const { line } = sent[index]!;
      // What comes after a refused one is refused because of it: the first says why.
      if (status === 'rejected' && !refusals.has(line)) refusals.set(line, message ?? '');
    }
  }
  return { done: rows.length - refusals.size, refusals };
};
