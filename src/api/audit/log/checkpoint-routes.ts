import { z } from 'zod';
import { isoTimestamp } from '../../../commands/fields/answer-fields.ts';
import type { KeptCheckpoint } from '../../../transparency/checkpoints.ts';
import { renderVerifierKey } from '../../../transparency/note.ts';
import { queryAfter, queryBoolean, queryLimit } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { AuditLine } from '../audit-lines.ts';
import { freshCheckpoint, type LogDependencies } from './log-deps.ts';

const checkpointSchema = z.object({
  size: z.int().meta({ description: 'How many events the log has up to here' }),
  root: z.base64(),
  signed_at: isoTimestamp().meta({ description: 'By the clock of the server: not covered by the signature' }),
  note: z.string().meta({ description: 'The checkpoint as a signed note' }),
});

const view = ({ size, root, signed_at, note }: KeptCheckpoint): z.infer<typeof checkpointSchema> => ({
  size,
  root: root.toString('base64'),
  signed_at: signed_at.toISOString(),
  note,
});

const ofLog = { method: 'get', audience: 'auditor', tags: ['Audit'] } as const;

/** The signed checkpoints of the log, and the key that signs them. */
export const checkpointRoutes = (deps: LogDependencies, lineOf: AuditLine): Route[] => [
  defineRoute({
    ...ofLog,
    operationId: 'getLogCheckpoint',
    path: '/log/checkpoint',
    summary: 'The latest signed checkpoint of the log',
    query: z.object({
      new: queryBoolean()
        .optional()
        .meta({
          description:
            'Signs what is in the log now, if that was not done yet. After 60 checkpoints within ten minutes a new one comes each ' +
            'minute, and until then the answer is the latest',
        }),
    }),
    responses: { 200: checkpointSchema },
    handler: (request) => {
      const { query, signal } = request;
      const find = async () => {
        const latest = query.new ? undefined : await deps.checkpoints.latest();
        return { body: view(latest ?? (await freshCheckpoint(deps, signal))) };
      };
      return lineOf(request).run(find, signal);
    },
  }),
  defineRoute({
    ...ofLog,
    operationId: 'listLogCheckpoints',
    path: '/log/checkpoints',
    summary: 'All signed checkpoints of the log, the smallest first',
    query: z.object({ after: queryAfter('size'), limit: queryLimit(1_000, 100) }),
    responses: {
      200: z.object({ checkpoints: z.array(checkpointSchema), has_more: z.boolean(), next_after: z.int().nullable() }),
    },
    handler: (request) => {
      const { after, limit } = request.query;
      const find = async () => {
        const found = await deps.checkpoints.after(after, limit + 1);
        const page = found.slice(0, limit);
        const has_more = found.length > limit;
        return { body: { checkpoints: page.map(view), has_more, next_after: has_more ? page.at(-1)!.size : null } };
      };
      return lineOf(request).run(find, request.signal);
    },
  }),
  defineRoute({
    ...ofLog,
    operationId: 'getLogKey',
    path: '/log/key',
    summary: 'The public key that signs the checkpoints',
    responses: {
      200: z.object({
        name: z.string().meta({ description: 'The name of the log, as its checkpoints carry it' }),
        key_id: z.string(),
        public_key: z.base64().meta({ description: 'Ed25519, 32 bytes' }),
        verifier_key: z.string().meta({ description: 'All of it in the form that verifiers of signed notes take' }),
        earlier: z.array(z.string()).meta({ description: 'Other keys that have signed checkpoints of this database' }),
      }),
    },
    handler: (request) => {
      const find = async () => {
        const [key, used] = [await deps.checkpoints.key(), await deps.checkpoints.usedKeys()];
        const verifier_key = renderVerifierKey(key);
        return {
          body: {
            name: key.name,
            key_id: key.id.toString('hex'),
            public_key: key.publicKey.toString('base64'),
            verifier_key,
            earlier: used.filter((each) => each !== verifier_key),
          },
        };
      };
      return lineOf(request).run(find, request.signal);
    },
  }),
];
