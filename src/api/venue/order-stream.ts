import type pg from 'pg';
import { z } from 'zod';
import { isKeysPoint } from '../../commands/bus/caller.ts';
import type { KeyLease } from '../../commands/keys/key-lease.ts';
import type { FindOrder } from '../../commands/orders/find-order.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { isPosition } from '../../event-store/position-text.ts';
import type { Subjects } from '../../personal/subjects.ts';
import { createAccessCheck } from '../http/access.ts';
import type { Authenticator } from '../http/auth.ts';
import { HttpError } from '../http/errors.ts';
import type { KeyRecord } from '../http/key-record.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Outgoing } from '../http/route-answer.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { requirePoint } from '../points.ts';
import { isSession } from '../sessions/session-record.ts';
import { createOrderBlocks } from './order-blocks.ts';
import type { OrderFeed } from './order-feed.ts';

export interface OrderStreamDependencies {
  readonly authenticator: Pick<Authenticator, 'callerOf'>;
  /** Tells when a key, an account or a session has changed (see KeyLease). */
  readonly onCallerChange: KeyLease['onChange'];
  readonly feed: OrderFeed;
  readonly store: EventStore;
  readonly findOrder: FindOrder;
  readonly pool: pg.Pool;
  /** Tells when somebody was erased. */
  readonly subjects: Pick<Subjects, 'erased'>;
  /** The pause between two signs of life, which keep proxies from closing an idle stream. */
  readonly heartbeatMs: number;
}

/**
 * Then the till connects again by itself, and misses nothing. A frozen browser tab does not: for years the system would
 * take the few signs of life for it.
 */
const LIFE_MS = 3_600_000;

/**
 * The till's live feed, as Server-Sent Events: each event of an order with the order as it is now. The id is a log
 * position; with `Last-Event-ID` nothing is missed after a reconnect.
 */
export const orderStreamRoute = (deps: OrderStreamDependencies): Route => {
  const { authenticator, onCallerChange, feed, store, pool, heartbeatMs } = deps;
  const blockOf = createOrderBlocks(deps.findOrder, deps.subjects.erased);
  const route = defineRoute({
    method: 'get',
    operationId: 'streamOrders',
    path: '/orders/stream',
    audience: 'venue',
    tags: ['Orders of the venue'],
    summary: 'Live feed of orders (Server-Sent Events)',
    description:
      'Begins at the end of the log; with the header `Last-Event-ID`, as browsers send it when they reconnect, after that ' +
      'position, so that nothing is missed. `data` is JSON: `position`, `type`, `order_id`, `point_id`, `occurred_at` and ' +
      '`order` as it is now, as GET /orders/{order_id} shows it. A kitchen ticket has also `ticket_number` and `line_ids`, a ' +
      'cancellation slip `line_ids` and `items`: the units that were cancelled, modifiers with their `parent_line_id`. The first block, and one every 15 seconds that keeps the ' +
      'connection open, has an `id` and no `data`: no event, but the position to come back with, as browsers do by themselves. ' +
      'After an hour the answer ends, and earlier for a client that takes nothing for 20 seconds: come back. A key has a limited ' +
      'number of feeds open at once (20 unless the operator sets another); one more is 429.',
    query: z.object({ point_id: queryUuid().optional() }),
    requestHeaders: { 'Last-Event-ID': 'The log position after which to begin' },
    responses: {
      200: { contentType: 'text/event-stream', description: 'id: log position; event: type of the event; data: JSON' },
    },
    errors: [404],
    handler: async (request) => {
      const { brandId } = request;
      const pointId = request.query.point_id;
      if (pointId !== undefined) await requirePoint(pool, request, pointId);
      const head = await store.head();
      // A position beyond the end, as after a restore of the log from a copy: nothing would ever come.
      const from = Math.min(lastEventId(request) ?? head, head);
      const filter = { brandId, ...(pointId !== undefined && { pointId }) };

      /** The key as it is now. Throws when it is revoked, has expired, or may not see the requested point. */
      const stillAllowed = async (): Promise<KeyRecord> => {
        const key = await authenticator.callerOf(request.req);
        requireAccess(key);
        if (pointId !== undefined && !isKeysPoint(key, pointId)) throw new HttpError(404, 'point_not_found');
        return key;
      };
      const stream = async (out: Outgoing): Promise<void> => {
        const over = new AbortController();
        const signal = AbortSignal.any([out.signal, over.signal]);
        const following = feed.follow(from, filter, signal);
        // The last id that the till has. It never gets an earlier one: otherwise it would get later events again.
        let told = from;
        const keepAlive = async (): Promise<void> => {
          await stillAllowed();
          // A till that reads nothing would be written to, and waited for, again and again.
          if (out.isFull) return;
          told = Math.max(told, following.passed());
          await out.write(`: keep-alive\nid: ${told}\n\n`);
        };
        const beat = setInterval(() => void keepAlive().catch(() => over.abort()), heartbeatMs);
        const names = [request.caller.key_id, isSession(request.caller) ? request.caller.session_id : undefined];
        const forget = onCallerChange((id) => {
          if (id === null || names.includes(id)) void stillAllowed().catch(() => over.abort());
        });
        const life = setTimeout(() => over.abort(), LIFE_MS);
        try {
          // An id without data is no event, but clients keep it: a client that is cut off before its first event comes
          // back with it.
          await out.write(`retry: 1000\nid: ${from}\n\n`, signal);
          for await (const event of following) {
            const { point_ids } = await stillAllowed();
            const foreign = point_ids !== null && !point_ids.includes(event.metadata.point_id ?? '');
            if (foreign) continue;
            const block = await blockOf(event, request.language);
            told = event.position;
            await out.write(block, signal);
          }
        } catch (error) {
          // The answer has begun, so it can only be ended. The client learns the reason when it connects again.
          if (!(error instanceof HttpError || over.signal.aborted)) throw error;
        } finally {
          forget();
          clearInterval(beat);
          clearTimeout(life);
        }
      };
      return { contentType: 'text/event-stream', stream, endless: true };
    },
  });
  const requireAccess = createAccessCheck(route);
  return route;
};

/** Null if there is none: then the feed starts at the end of the log. An unreadable value is refused, not ignored. */
const lastEventId = ({ req }: RouteRequest): number | null => {
  const header = req.headers['last-event-id'];
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !isPosition(header)) {
    throw new HttpError(400, 'field_not_integer', { field: 'Last-Event-ID' });
  }
  return Number(header);
};
