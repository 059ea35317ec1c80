import { z } from 'zod';
import { aboutOf, POINT_CHANGE_TYPES, pointOf } from '../../domain/point-changes.ts';
import { createAccessCheck } from '../http/access.ts';
import { queryInteger, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { createLiveStream, type LiveStreamDependencies, STREAM_HINTS } from './live-stream.ts';

/** What changes at a point, as Server-Sent Events: what each event is about, and nothing else. A page then reads anew what it shows. */
export const pointStreamRoute = (deps: LiveStreamDependencies): Route => {
  const tell = createLiveStream(deps);
  const route = defineRoute({
    method: 'get',
    operationId: 'streamPoint',
    path: '/points/:point_id/stream',
    audience: 'venue',
    tags: ['Floor'],
    summary: 'Live feed of what changes at a point (Server-Sent Events)',
    description:
      'Orders, reservations, tables, the stop-list, till shifts and money of the point; menus, lists and employees of the ' +
      'brand. `data` is JSON: `position`, `type` of the event, and the `entity` with its `entity_id` that it is about (null: ' +
      'several); nothing of persons or money. Read anew what you show of it: a reading waits until it shows what you were ' +
      'told of. Begins after `Last-Event-ID`, or after `after`, or at the end of the log. ' +
      STREAM_HINTS,
    params: z.object({ point_id: queryUuid() }),
    query: z.object({
      after: queryInteger({ min: 0 }).optional().meta({
        type: 'integer',
        minimum: 0,
        description:
          'The log position after which to begin, as `position` of a board; for browsers, whose first request has no `Last-Event-ID`',
      }),
    }),
    requestHeaders: { 'Last-Event-ID': 'The log position after which to begin' },
    responses: {
      200: { contentType: 'text/event-stream', description: 'id: log position; data: JSON' },
    },
    errors: [404],
    handler: async (request) => {
      const { point_id } = request.params;
      await requirePoint(deps.pool, request, point_id);
      return tell(request, {
        pointId: point_id,
        // What belongs to no point concerns each of them.
        filter: { brandId: request.brandId, types: POINT_CHANGE_TYPES },
        after: request.query.after,
        requireAccess,
        blockOf: (event) => {
          const about = aboutOf(event);
          if (!about || (pointOf(event) ?? point_id) !== point_id) return undefined;
          const { position, type } = event;
          return `id: ${position}\ndata: ${JSON.stringify({ position, type, ...about })}\n\n`;
        },
      });
    },
  });
  const requireAccess = createAccessCheck(route);
  return route;
};
