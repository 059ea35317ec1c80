import type pg from 'pg';
import { z } from 'zod';
import type { KeptCheckpoint } from './checkpoints.ts';
import { multiProofRanges } from './multi-proof.ts';
import { hashesOf } from './tiles.ts';
import { indexesOf, tilesIn } from './tree-tables.ts';

/** What the last line of an export holds, under `proof`. Hashes are base64. */
export const exportProofSchema = z.strictObject({
  /** Of all events of the export. */
  brand_id: z.string(),
  size: z.int(),
  root: z.base64(),
  note: z.string(),
  verifier_key: z.string().meta({ description: 'The public key that signed the note' }),
  /** Of the events in the order of their lines: the position in the log, the place in the tree, the hash of the leaf. */
  events: z.array(z.tuple([z.int(), z.int().nullable(), z.base64().nullable()])),
  /** The hashes that lead from these leaves to the root, from left to right, each once. */
  hashes: z.array(z.base64()).meta({ description: 'What leads from the leaves to the root, from left to right' }),
});

export type ExportProof = z.infer<typeof exportProofSchema>;

const AT_ONCE = 1_000;

/** The places of events in the tree; undefined for those that are newer than it. */
export const findIndexes = async (pool: pg.Pool, positions: readonly number[]): Promise<(number | undefined)[]> => {
  const indexes: (number | undefined)[] = [];
  for (let from = 0; from < positions.length; from += AT_ONCE) {
    indexes.push(...(await indexesOf(pool, positions.slice(from, from + AT_ONCE))));
  }
  return indexes;
};

/** The proof that these events are in the log of the checkpoint: one for all of them. */
export const proveExport = async (
  pool: pg.Pool,
  brand_id: string,
  positions: readonly number[],
  { size, root, note, verifier_key }: KeptCheckpoint,
): Promise<ExportProof> => {
  const readTiles = tilesIn(pool);
  const places = (await findIndexes(pool, positions)).map((index) =>
    index !== undefined && index < size ? index : null,
  );
  const indexes = places.filter((index) => index !== null);
  const leaves = await hashesOf(
    readTiles,
    indexes.map((start) => ({ start, end: start + 1 })),
  );
  const leafAt = new Map(indexes.map((index, nth) => [index, leaves[nth]!.toString('base64')]));
  const hashes = await hashesOf(readTiles, multiProofRanges(indexes, size));
  return {
    brand_id,
    size,
    root: root.toString('base64'),
    note,
    verifier_key,
    events: positions.map((position, nth) => {
      const index = places[nth]!;
      return [position, index, index === null ? null : leafAt.get(index)!];
    }),
    hashes: hashes.map((hash) => hash.toString('base64')),
  };
};
