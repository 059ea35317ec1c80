import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { invalid } from '../../domain/refusal.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { foldAll } from '../../projections/as-of/fold-history.ts';
import { queryMoment } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { parseAt } from './at.ts';
import { decisiveAt, entityNotFound, readEntity } from './audit-entity.ts';
import type { AuditLine } from './audit-lines.ts';
import { type Blamed, blameOf, leavesOf } from './changes/blame.ts';
import { createCauses } from './changes/causes.ts';
import { differences } from './changes/differences.ts';
import { replay } from './changes/replay.ts';
import { type AnyAuditedEntity, entityName } from './entity.ts';
import { auditEventSchema } from './event-view.ts';

const path = z.string().describe('A JSON Pointer (RFC 6901): /items/0/quantity');
const { position, event_id, type, actor, occurred_at } = auditEventSchema.shape;
const cause = { position, event_id, type, actor, occurred_at };

const blameSchema = z.array(z.object({ path, value: z.unknown(), ...cause, recorded_at: isoTimestamp() }));

const changesSchema = z.array(
  z.object({
    path,
    before: z.unknown().optional().describe('Left out: there was nothing'),
    after: z.unknown().optional().describe('Left out: there is nothing any more'),
    ...cause,
  }),
);

const viewCause = ({ position, id, type, metadata }: RecordedEvent) => ({
  position,
  event_id: id,
  type,
  actor: metadata.actor,
  occurred_at: metadata.occurred_at,
});

type BlameRequest = RouteRequest<unknown, { readonly at?: string | undefined }>;
type DiffRequest = RouteRequest<unknown, { readonly from: string; readonly to?: string | undefined }>;

/** Which event made each field of an entity what it is, and what changed between two moments. */
export const changeRoutes = (entity: AnyAuditedEntity, lineOf: AuditLine): Route[] => {
  const { name, params, state: stateSchema, stateAfter: readAfter } = entity;
  const ofEntity = { method: 'get', audience: 'auditor', tags: ['Audit'], params, readAfter, errors: [404] } as const;

  const blame = async (request: BlameRequest) => {
    const { at } = request.query;
    const moment = parseAt(at);
    const { own, all } = await decisiveAt(entity, await readEntity(entity, request), moment, request);
    let blamed: Blamed<RecordedEvent> | undefined;
    await replay(entity, all, request, (value, event) => {
      blamed = value === null ? undefined : { value, blame: blameOf(blamed, value, event) };
    });
    const last = own.at(-1);
    if (!last || !blamed) throw entityNotFound(entity, request);
    const leaves = leavesOf(blamed).map(({ path, value, cause }) => ({
      path,
      value,
      ...viewCause(cause),
      recorded_at: cause.recorded_at,
    }));
    const { position, revision, metadata } = last;
    return { state: blamed.value, blame: leaves, position, revision, as_of: at ?? metadata.occurred_at };
  };

  const diff = async (request: DiffRequest) => {
    const { from, to } = request.query;
    const moments = [parseAt(from, 'from'), parseAt(to, 'to')] as const;
    const events = await readEntity(entity, request);
    const [earlier, later] = await Promise.all(moments.map((moment) => decisiveAt(entity, events, moment, request)));
    const known = new Set(later!.all.map(({ position }) => position));
    if (!earlier!.all.every(({ position }) => known.has(position))) throw invalid('period_reversed', { field: 'to' });
    const since = new Set(earlier!.all.map(({ position }) => position));
    const causes = createCauses<RecordedEvent>();
    let state: unknown = null;
    await replay(entity, later!.all, request, (value, event) => {
      if (!since.has(event.position)) causes.note(state ?? {}, value ?? {}, event);
      state = value;
    });
    if (state === null) throw entityNotFound(entity, request);
    const before: unknown = entity.view(await foldAll(entity.folding, earlier!.all), request);
    const changes = differences(before ?? {}, state).map((difference) => ({
      ...difference,
      ...viewCause(causes.of(difference) ?? later!.all.at(-1)!),
    }));
    return { changes };
  };

  return [
    defineRoute({
      ...ofEntity,
      operationId: `blame${entityName(entity)}`,
      path: `${entity.path}/blame`,
      summary: `${name} as of an instant or a log position, and for each field the event that made it what it is`,
      query: z.object({ at: queryMoment().optional() }),
      responses: {
        200: z.object({
          state: stateSchema,
          blame: blameSchema,
          position: z.int(),
          revision: z.int(),
          as_of: z.string(),
        }),
      },
      handler: async (request: BlameRequest) => ({
        body: await lineOf(request).run(() => blame(request), request.signal),
      }),
    }),
    defineRoute({
      ...ofEntity,
      operationId: `diff${entityName(entity)}`,
      path: `${entity.path}/diff`,
      summary: `What changed between two moments: ${name.toLowerCase()}`,
      query: z.object({ from: queryMoment(), to: queryMoment().optional() }),
      responses: { 200: z.object({ changes: changesSchema }) },
      handler: async (request: DiffRequest) => ({
        body: await lineOf(request).run(() => diff(request), request.signal),
      }),
    }),
  ];
};
