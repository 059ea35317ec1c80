import { z } from 'zod';
import { foldAll } from '../../projections/as-of/fold-history.ts';
import { JSON_TYPE } from '../http/media-types.ts';
import { queryMoment } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { parseAt } from './at.ts';
import { decisiveAt, entityNotFound, entityPages, readEntity } from './audit-entity.ts';
import type { AuditLine } from './audit-lines.ts';
import { type AnyAuditedEntity, entityName } from './entity.ts';
import { historyTexts } from './event-texts.ts';
import { auditEventSchema } from './event-view.ts';
import { sentInParts } from './sent-in-parts.ts';

type AtRequest = RouteRequest<unknown, { readonly at?: string | undefined }>;

/** An entity's history, and the entity as of any moment: folded from events, never from read models. */
export const auditEntityRoutes = (entity: AnyAuditedEntity, lineOf: AuditLine): Route[] => {
  const { path, name, historySummary, params, state: stateSchema, shown = (event) => event } = entity;
  const ofEntity = { method: 'get', audience: 'auditor', tags: ['Audit'], params, errors: [404] } as const;
  return [
    defineRoute({
      ...ofEntity,
      operationId: `get${entityName(entity)}History`,
      path: `${path}/history`,
      summary: historySummary,
      readAfter: entity.historyAfter,
      responses: { 200: z.object({ events: z.array(auditEventSchema) }) },
      handler: async (request) => {
        const texts = historyTexts(entityPages(entity, request), shown);
        return sentInParts(request, texts, { type: JSON_TYPE, headers: {}, line: lineOf(request) });
      },
    }),
    defineRoute({
      ...ofEntity,
      operationId: `get${entityName(entity)}Then`,
      path,
      summary: `${name} as of an instant or a log position`,
      ...(entity.exception !== undefined && { description: entity.exception }),
      query: z.object({ at: queryMoment().optional() }),
      readAfter: entity.stateAfter,
      responses: { 200: z.object({ state: stateSchema, position: z.int(), revision: z.int(), as_of: z.string() }) },
      handler: async (request: AtRequest) => {
        const { at } = request.query;
        const moment = parseAt(at);
        const audit = async () => {
          const { own, all } = await decisiveAt(entity, await readEntity(entity, request), moment, request);
          const last = own.at(-1);
          const state = last ? entity.view(await foldAll(entity.folding, all), request) : null;
          if (!last || state === null) throw entityNotFound(entity, request);
          const { position, revision, metadata } = last;
          return { body: { state, position, revision, as_of: at ?? metadata.occurred_at } };
        };
        return lineOf(request).run(audit, request.signal);
      },
    }),
  ];
};
