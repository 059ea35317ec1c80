import { z } from 'zod';
import { notFound } from '../../domain/refusal.ts';
import { isOwn, type RecordedEvent } from '../../event-store/event-store.ts';
import { queryText } from '../http/query.ts';
import { defineRoute, type ReadAfter, type Route, type RouteRequest } from '../http/route.ts';
import { type Moment, parseAt } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import { auditEventSchema, viewAuditEvent } from './event-view.ts';

export interface AuditedEntity<Params extends z.ZodObject, State extends z.ZodType> {
  readonly lineOf: AuditLine;
  /** `/orders/:order_id` */
  readonly path: string;
  /** `An order`: the summary begins with it. */
  readonly name: string;
  readonly historySummary: string;
  /** Where the description differs for this entity. */
  readonly exception?: string;
  readonly notFoundCode: string;
  /** The read models that are used to find the history and the state. */
  readonly historyAfter?: ReadAfter;
  readonly stateAfter?: ReadAfter;
  readonly params: Params;
  readonly state: State;
  /**
   * All its events in log order, of any brand. Stops with the signal, because a client that has gone needs no answer.
   */
  read(params: z.output<Params>, brandId: string, signal: AbortSignal): Promise<readonly RecordedEvent[]>;
  /** The events that decide the state at the moment, if these are not simply its stream up to then. */
  upTo?(events: readonly RecordedEvent[], moment: Moment): readonly RecordedEvent[];
  /** The state from the events; null if they make none. */
  stateOf(
    events: readonly RecordedEvent[],
    moment: Moment,
    request: Pick<RouteRequest, 'brandId' | 'language' | 'signal'>,
  ): z.input<State> | null | Promise<z.input<State> | null>;
}

/** An entity's history, and the entity as of any moment: folded from events, never from read models. */
export const auditEntityRoutes = <Params extends z.ZodObject, State extends z.ZodType>(
  entity: AuditedEntity<Params, State>,
): Route[] => {
  const { lineOf, path, name, historySummary, notFoundCode, params, state: stateSchema } = entity;
  const upTo = entity.upTo ?? ((events, moment) => moment.upTo(events));
  const read = async ({ params: named, brandId, signal }: RouteRequest<z.output<Params>>) => {
    const events = (await entity.read(named, brandId, signal)).filter(isOwn);
    // Another brand's entity does not exist for this auditor.
    if (events[0]?.metadata.brand_id !== brandId) throw notFound(notFoundCode);
    return events;
  };
  const ofEntity = { method: 'get', audience: 'auditor', tags: ['Audit'], params, errors: [404] } as const;
  return [
    defineRoute({
      ...ofEntity,
      path: `${path}/history`,
      summary: historySummary,
      readAfter: entity.historyAfter,
      responses: { 200: z.object({ events: z.array(auditEventSchema) }) },
      handler: async (request) => {
        const events = await lineOf(request).run(() => read(request), request.signal);
        return { body: { events: events.map(viewAuditEvent) } };
      },
    }),
    defineRoute({
      ...ofEntity,
      path,
      summary: `${name} as of an instant or a log position`,
      description:
        '`at`: an ISO 8601 instant (what had happened by then) or a log position (what was recorded by then). An event that ' +
        'was recorded after one of a later time, as tills send them that were offline, counts from that time on: `position` ' +
        'and `revision` are those of the last event that `state` holds.' +
        (entity.exception ? ` ${entity.exception}` : ''),
      query: z.object({ at: queryText(64).optional() }),
      readAfter: entity.stateAfter,
      responses: { 200: z.object({ state: stateSchema, position: z.int(), revision: z.int(), as_of: z.string() }) },
      handler: async (request) => {
        const { at } = request.query;
        const moment = parseAt(at);
        const audit = async () => {
          const events = upTo(await read(request), moment);
          const last = events.at(-1);
          const state = last ? await entity.stateOf(events, moment, request) : null;
          if (!last || state === null) throw notFound(notFoundCode);
          const { position, revision, metadata } = last;
          return { body: { state, position, revision, as_of: at ?? metadata.occurred_at } };
        };
        return lineOf(request).run(audit, request.signal);
      },
    }),
  ];
};
