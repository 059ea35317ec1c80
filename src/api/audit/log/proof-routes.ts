import { z } from 'zod';
import { invalid, notFound } from '../../../domain/refusal.ts';
import { leafHash } from '../../../transparency/hashes.ts';
import { leafOf } from '../../../transparency/leaf.ts';
import { consistencyPath, inclusionPath, rootAt } from '../../../transparency/proofs.ts';
import { indexesOf, readTreeHead, tilesIn } from '../../../transparency/tree-tables.ts';
import { queryInteger } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { AuditLine } from '../audit-lines.ts';
import { checkpointThatHas, type LogDependencies } from './log-deps.ts';

const ofLog = { method: 'get', audience: 'auditor', tags: ['Audit'] } as const;
const treeSize = (min: number) =>
  queryInteger({ min }).meta({ description: 'A number of events, as checkpoints have it' });
const inBase64 = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('base64'));

/** The proofs of RFC 6962: that an event is in the log, and that a newer log goes on from an older one. */
export const proofRoutes = (deps: LogDependencies, lineOf: AuditLine): Route[] => {
  const { pool, stored } = deps;
  const readTiles = tilesIn(pool);

  /** The index and the leaf of an event of the brand. */
  const find = async (position: number, brandId: string, signal: AbortSignal) => {
    let [index] = await indexesOf(pool, [position]);
    if (index === undefined && position <= (await stored.head())) {
      // A moment ago it was not in the tree yet.
      await deps.treeWait(signal);
      [index] = await indexesOf(pool, [position]);
    }
    const [event] = index === undefined ? [] : await stored.readAt([position]);
    // Another brand's event does not exist for this auditor.
    if (index === undefined || event?.metadata.brand_id !== brandId) throw notFound('event_not_found');
    return { index, leaf: leafOf(event) };
  };

  return [
    defineRoute({
      ...ofLog,
      operationId: 'proveInclusion',
      path: '/log/inclusion',
      summary: 'The proof that an event is in the log',
      description:
        '`path` leads from `leaf_hash` to `root` (RFC 6962). `leaf` is the event as it is stored, as canonical JSON (RFC 8785). ' +
        'Without `size` the proof is for a signed checkpoint: the latest, or a new one if that does not hold the event. ' +
        'After 60 checkpoints within ten minutes the next one is signed a minute after the latest, and until then the answer is 429.',
      query: z.object({ position: queryInteger({ min: 1 }), size: treeSize(1).optional() }),
      responses: {
        200: z.object({
          position: z.int(),
          index: z.int(),
          size: z.int(),
          root: z.base64(),
          leaf: z.string(),
          leaf_hash: z.base64(),
          path: z.array(z.base64()),
        }),
      },
      errors: [404],
      handler: (request) => {
        const { query, brandId, signal } = request;
        const { position } = query;
        const prove = async () => {
          const { index, leaf } = await find(position, brandId, signal);
          const size = query.size ?? (await checkpointThatHas(deps, index, signal)).size;
          if (size <= index || size > (await readTreeHead(pool)).size)
            throw invalid('field_invalid', { field: 'size' });
          const [root, path] = [await rootAt(readTiles, size), await inclusionPath(readTiles, index, size)];
          const hashes = { root: root.toString('base64'), leaf_hash: leafHash(leaf).toString('base64') };
          return { body: { position, index, size, leaf, ...hashes, path: inBase64(path) } };
        };
        return lineOf(request).run(prove, signal);
      },
    }),
    defineRoute({
      ...ofLog,
      operationId: 'proveConsistency',
      path: '/log/consistency',
      summary: 'The proof that a longer log goes on from a shorter one',
      query: z.object({ from: treeSize(0), to: treeSize(0) }),
      responses: {
        200: z.object({
          from: z.int(),
          to: z.int(),
          from_root: z.base64().meta({ description: 'The root of the first `from` events' }),
          to_root: z.base64().meta({ description: 'The root of the first `to` events' }),
          path: z.array(z.base64()),
        }),
      },
      handler: (request) => {
        const { from, to } = request.query;
        const prove = async () => {
          if (to > (await readTreeHead(pool)).size) throw invalid('field_invalid', { field: 'to' });
          if (from > to) throw invalid('field_invalid', { field: 'from' });
          const [from_root, to_root] = inBase64([await rootAt(readTiles, from), await rootAt(readTiles, to)]);
          return { body: { from, to, from_root, to_root, path: inBase64(await consistencyPath(readTiles, from, to)) } };
        };
        return lineOf(request).run(prove, request.signal);
      },
    }),
  ];
};
