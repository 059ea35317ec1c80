import type pg from 'pg';
import { isKeysPoint } from '../../commands/bus/caller.ts';
import type { KeyLease } from '../../commands/keys/key-lease.ts';
import type { EventFilter, EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { isPosition } from '../../event-store/position-text.ts';
import type { Authenticator } from '../http/auth.ts';
import { HttpError } from '../http/errors.ts';
import type { KeyRecord } from '../http/key-record.ts';
import type { Answer, Outgoing } from '../http/route-answer.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { isSession } from '../sessions/session-record.ts';
import type { EventFeed } from './event-feed.ts';

export interface LiveStreamDependencies {
  readonly authenticator: Pick<Authenticator, 'callerOf'>;
  /** Tells when a key, an account or a session has changed (see KeyLease). */
  readonly onCallerChange: KeyLease['onChange'];
  readonly feed: EventFeed;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** The pause between two signs of life, which keep proxies from closing an idle stream. */
  readonly heartbeatMs: number;
}

/** What one stream tells. */
export interface Telling {
  /** The point that was asked for; undefined: those of the caller. */
  readonly pointId: string | undefined;
  readonly filter: EventFilter;
  /** The position after which it begins; undefined: at the end of the log. */
  readonly after: number | undefined;
  /** Throws if the caller, as it is now, may not use the route. */
  requireAccess(caller: KeyRecord): void;
  /** The block of an event. Undefined: it is not for this caller. */
  blockOf(event: RecordedEvent, caller: KeyRecord): Promise<Buffer> | string | undefined;
}

/**
 * Then the till connects again by itself, and misses nothing. A frozen browser tab does not: for years the system would
 * take the few signs of life for it.
 */
const LIFE_MS = 3_600_000;

/** What a reader has to know of each such stream. */
export const STREAM_HINTS =
  'The first block, and one every 15 seconds that keeps the connection open, has an `id` and no `data`: no event, but the ' +
  'position to come back with, as browsers do by themselves. After an hour the answer ends, and earlier for a client that ' +
  'takes nothing for 20 seconds: come back. A key has a limited number of feeds open at once (20 unless the operator sets ' +
  'another); one more is 429.';

/**
 * Tells events as they happen, as Server-Sent Events. It ends when the caller's rights end. The id of a block is a log
 * position: who comes back with it as `Last-Event-ID` misses nothing.
 */
export const createLiveStream =
  ({ authenticator, onCallerChange, feed, store, heartbeatMs }: LiveStreamDependencies) =>
  async (
    request: RouteRequest,
    { pointId, filter, after, requireAccess, blockOf }: Telling,
  ): Promise<Answer & { readonly endless: true }> => {
    const head = await store.head();
    // A position beyond the end, as after a restore of the log from a copy: nothing would ever come.
    const from = Math.min(lastEventId(request) ?? after ?? head, head);

    /** The caller as it is now. Throws when it is revoked, has expired, or may not see the requested point. */
    const stillAllowed = async (): Promise<KeyRecord> => {
      const caller = await authenticator.callerOf(request.req);
      requireAccess(caller);
      if (pointId !== undefined && !isKeysPoint(caller, pointId)) throw new HttpError(404, 'point_not_found');
      return caller;
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
          const block = await blockOf(event, await stillAllowed());
          if (block === undefined) continue;
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
  };

/** Null if there is none. An unreadable value is refused, not ignored. */
const lastEventId = ({ req }: RouteRequest): number | null => {
  const header = req.headers['last-event-id'];
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || !isPosition(header)) {
    throw new HttpError(400, 'field_not_integer', { field: 'Last-Event-ID' });
  }
  return Number(header);
};
