import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createListener, type Listener } from '../../database/listener.ts';
import { type EventBatch, type EventStore, StoreUnavailable, type SubscribeOptions } from '../event-store.ts';
import { renderAppend } from './append-batch.ts';
import { createAppendQueue } from './append-queue.ts';
import { readHead, readLog, readStream } from './read-events.ts';

/** A doorbell can be lost with its connection; this is how long an event may then stay unseen. */
const POLL_MS = 1_000;
const RETRY_MS = 100;

/** The event log in Postgres: table log.events, appended to by one coalescing connection per process. */
export const createPostgresEventStore = ({ pool, url }: { pool: pg.Pool; url: string }): EventStore => {
  const appends = createAppendQueue(url);
  let listener: Promise<Listener> | undefined;

  /** The process's one doorbell. The server may be away when the first subscriber comes; undefined once it gives up. */
  const listen = async (signal: AbortSignal): Promise<Listener | undefined> => {
    while (!signal.aborted) {
      listener ??= createListener(url, ['log']);
      try {
        return await listener;
      } catch {
        listener = undefined;
        await delay(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  };

  async function* subscribe(afterPosition: number, options: SubscribeOptions): AsyncIterable<EventBatch> {
    const { signal, maxBatch = 1_000 } = options;
    const bell = await listen(signal);
    if (!bell) return;
    let position = afterPosition;
    let toldCaughtUp = false;
    while (!signal.aborted) {
      // Listen before reading: an event that commits in between rings.
      const rung = ring(bell, signal);
      try {
        const events = await readLog(pool, position, maxBatch);
        const caughtUp = events.length < maxBatch;
        if (events.length > 0 || !toldCaughtUp) {
          position = events.at(-1)?.position ?? position;
          toldCaughtUp = caughtUp;
          yield { events, caughtUp };
        }
        if (caughtUp) await rung.wait();
      } catch {
        await delay(RETRY_MS, undefined, { signal }).catch(() => {});
      } finally {
        rung.stop();
      }
    }
  }

  return {
    append: async (stream, expected, events) => appends.append(renderAppend(stream, expected, events)),
    read: (stream, fromRevision = 0) => unavailable(readStream(pool, stream, fromRevision)),
    readAll: (after, limit, filter) => unavailable(readLog(pool, after, limit, filter)),
    subscribe,
    head: () => unavailable(readHead(pool)),
    close: async () => {
      await appends.close();
      await (await listener?.catch(() => undefined))?.close();
    },
  };
};

/** Resolves at the next notification, at the poll interval, or when the signal aborts. */
const ring = (listener: Listener, signal: AbortSignal): { wait(): Promise<void>; stop(): void } => {
  const stopped = new AbortController();
  const rung = new Promise<void>((resolve) => {
    const subscription = listener.notifications.subscribe({ next: () => resolve(), complete: () => resolve() });
    stopped.signal.addEventListener('abort', () => {
      subscription.unsubscribe();
      resolve();
    });
  });
  return {
    wait: async () => {
      const either = AbortSignal.any([signal, stopped.signal]);
      await Promise.race([rung, delay(POLL_MS, undefined, { signal: either }).catch(() => {})]);
    },
    stop: () => stopped.abort(),
  };
};

const unavailable = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading;
  } catch (cause) {
    throw new StoreUnavailable('the event log can not be read', { cause });
  }
};
