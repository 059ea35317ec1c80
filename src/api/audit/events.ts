import { z } from 'zod';
import { invalid } from '../../domain/refusal.ts';
import type { EventFilter, EventStore } from '../../event-store/event-store.ts';
import type { EventSearch } from '../../projections/event-index/search.ts';
import { acceptedType } from '../http/accepted-type.ts';
import { JSON_TYPE, NDJSON } from '../http/media-types.ts';
import { commaSeparated, queryAfter, queryInstant, queryLimit, queryText, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import type { AuditLine } from './audit-lines.ts';
import { jsonTexts, lineTexts } from './event-texts.ts';
import { auditEventSchema } from './event-view.ts';
import type { ExportLines } from './log/export-lines.ts';
import { sentInParts } from './sent-in-parts.ts';

const VARY = { Vary: 'Accept' };

/** What events are searched for by, but for their time. */
export const eventFilters = {
  stream: queryText().optional().meta({ description: 'One stream, e.g. `order-1475`; not with `entity_id`' }),
  entity: queryText(64).optional(),
  entity_id: queryText(64).optional().meta({ description: 'With `entity`, and instead of `stream`' }),
  type: queryText().optional().meta({ description: 'One type of events, or several separated by commas' }),
  actor: queryText().optional(),
  point_id: queryUuid().optional().meta({ description: 'What belongs to this point' }),
};

const query = z.object({
  ...eventFilters,
  from: queryInstant().optional(),
  to: queryInstant().optional(),
  after: queryAfter('position'),
  limit: queryLimit(10_000, 100),
});

export interface AuditEventsDependencies {
  readonly store: Pick<EventStore, 'isPlace'>;
  readonly search: EventSearch;
  /** The lines of an export of the brand's events. */
  linesOf(brandId: string, logFault: RouteRequest['logFault']): ExportLines;
}

/** Events of the auditor's brand in log order, as JSON or, with `Accept: application/x-ndjson`, one on each line. */
export const auditEventsRoute = ({ store, search, linesOf }: AuditEventsDependencies, lineOf: AuditLine): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listAuditEvents',
    path: '/events',
    audience: 'auditor',
    tags: ['Audit'],
    summary: 'Events in log order',
    description:
      'As JSON, or as NDJSON with `Accept: application/x-ndjson`. `type` may name several, comma-separated. The last line of NDJSON ' +
      'is `proof`: with the public key of the log it proves offline that each event is in the log as it is shown.',
    query,
    responses: {
      200: {
        contentType: NDJSON,
        description: 'A page of events; as NDJSON, an event a line, and the proof of all of them in the last line',
        orJson: z.object({ events: z.array(auditEventSchema), has_more: z.boolean(), next_after: z.int().nullable() }),
      },
    },
    handler: async (request) => {
      const { brandId, req, signal } = request;
      const { after, limit, ...rest } = request.query;
      const asked = { search, after, limit, filter: toFilter(rest, brandId) };
      const line = lineOf(request);
      await assertPlace(store, after);
      const type = acceptedType(req, [JSON_TYPE, NDJSON]) ?? JSON_TYPE;
      const texts =
        type === NDJSON ? lineTexts(asked, linesOf(brandId, request.logFault), signal) : jsonTexts(asked, signal);
      return sentInParts(request, texts, { type, headers: VARY, line });
    },
  });

/** For a position that was never given out EventStoreDB would read the whole log. */
const assertPlace = async (store: AuditEventsDependencies['store'], after: number): Promise<void> => {
  if (after > 0 && store.isPlace && !(await store.isPlace(after))) throw invalid('field_invalid', { field: 'after' });
};

type Filters = Omit<z.output<typeof query>, 'after' | 'limit'>;

export const toFilter = (
  { stream, entity, entity_id, type, actor, point_id, from, to }: Filters,
  brandId: string,
): EventFilter => {
  // Without `entity` the id would be ignored, and the answer would be about everything.
  if (entity_id !== undefined && entity === undefined) throw invalid('field_required', { field: 'entity' });
  // Both name a stream: one of the two would be ignored.
  if (entity_id !== undefined && stream !== undefined)
    throw invalid('parameter_not_with', { field: 'stream', other: 'entity_id' });
  return {
    brandId,
    ...(stream !== undefined && { stream }),
    ...(entity !== undefined && entity_id !== undefined && { stream: `${entity}-${entity_id}` }),
    ...(entity !== undefined && entity_id === undefined && { category: entity }),
    ...(type !== undefined && { types: commaSeparated(type) }),
    ...(actor !== undefined && { actor }),
    ...(point_id !== undefined && { pointId: point_id }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
};
