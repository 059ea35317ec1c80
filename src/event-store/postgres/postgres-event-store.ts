import type pg from 'pg';
import { sleepFor } from '../../concurrency/sleep.ts';
import { BACKGROUND_ANSWER_WITHIN_MS, createPool } from '../../database/connection.ts';
import { type Listener, sharedOrOwn } from '../../database/listener.ts';
import {
  type EventBatch,
  type EventStore,
  type StoreLog,
  StoreUnavailable,
  type SubscribeOptions,
} from '../event-store.ts';
import { createAppendQueue } from './append-queue.ts';
import { followLog } from './follow-log.ts';
import { createLogTail } from './log-tail.ts';
import { findMissedAppends } from './missed-appends.ts';
import { renderAppend, renderNew } from './pending-append.ts';
import { readAt, readEach, readHead, readLog, readStream } from './read-events.ts';
import { readFiltered } from './read-filtered.ts';
import { readGroups } from './read-groups.ts';

const RETRY_MS = 100;
/** Reads with filters walk over the log. They wait for each other, and never take the connections of orders. */
const FILTERED_CONNECTIONS = 2;

export interface PostgresEventStoreOptions {
  /** Reads wait for an answer without a limit. */
  readonly pool: pg.Pool;
  readonly url: string;
  /** How long the server may leave appends unanswered (default 20 000). */
  readonly answerWithinMs?: number | undefined;
  /** The process's; left out, the store makes one when the first subscriber comes. */
  readonly listener?: Listener | undefined;
  readonly log?: StoreLog | undefined;
}

/** The event log in Postgres: table log.events. Each process appends to it over one connection, in batches. */
export const createPostgresEventStore = (options: PostgresEventStoreOptions): EventStore => {
  const { pool, url, answerWithinMs, log } = options;
  const tail = createLogTail();
  const appends = createAppendQueue({
    url,
    answerWithinMs,
    onLanded: tail.landed,
    onAnswered: () => tail.notifications.next(),
  });
  // However long the walk, each of its steps is short.
  const ofFiltered = createPool(url, {
    max: FILTERED_CONNECTIONS,
    name: 'tillstream-filtered',
    timeoutMs: BACKGROUND_ANSWER_WITHIN_MS,
  });
  let listener: Promise<Listener> | undefined;
  const closing = new AbortController();

  const startListener = async (): Promise<Listener> => {
    const started = await sharedOrOwn(options.listener, url);
    await started.listen('log', tail.hear);
    void findMissedAppends({ tail, readHead: () => readHead(pool) }, closing.signal);
    return started;
  };

  /**
   * Listens to the log. The server may be away when the first subscriber comes; undefined if the connection could not be
   * made, or if the store is closed.
   */
  const listen = async (signal: AbortSignal): Promise<Listener | undefined> => {
    while (!signal.aborted && !closing.signal.aborted) {
      listener ??= startListener();
      try {
        return await listener;
      } catch {
        listener = undefined;
        await sleepFor(RETRY_MS, signal);
      }
    }
    return undefined;
  };

  async function* subscribe(afterPosition: number, options: SubscribeOptions): AsyncIterable<EventBatch> {
    if (await listen(options.signal))
      yield* followLog({ pool, tail, underWay: appends.underWay, log }, afterPosition, options);
  }

  return {
    comparesKeys: true,
    append: async (stream, expected, events, keysAsOf) =>
      appends.append({ ...renderAppend(stream, expected, events), keysAsOf }),
    appendIf: async (conditions, stream, events, keysAsOf) =>
      appends.append({ ...renderNew(conditions, stream, events), conditions, keysAsOf }),
    ...postgresReads(pool, ofFiltered),
    subscribe,
    flush: appends.flush,
    close: async () => {
      closing.abort();
      await appends.close();
      await (await listener?.catch(() => undefined))?.close();
      tail.notifications.complete();
      await ofFiltered.end();
    },
  };
};

/** What reads the log there. `ofFiltered` is for reads with filters, which take long. */
export const postgresReads = (
  pool: pg.Pool,
  ofFiltered: pg.Pool,
): Pick<EventStore, 'read' | 'readEach' | 'readAll' | 'readAt' | 'head'> &
  Required<Pick<EventStore, 'readGroups'>> => ({
  read: (stream, fromRevision = 0, limit) => unavailable(readStream(pool, stream, fromRevision, limit)),
  readEach: (streams, limit) => unavailable(readEach(pool, streams, limit)),
  readAll: (after, limit, filter, signal) =>
    unavailable(filter ? readFiltered(ofFiltered, after, limit, filter, signal) : readLog(pool, after, limit)),
  readGroups: (after, limit) => unavailable(readGroups(pool, after, limit)),
  readAt: (positions) => unavailable(readAt(pool, positions)),
  head: () => unavailable(readHead(pool)),
});

const unavailable = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading;
  } catch (cause) {
    throw new StoreUnavailable('the event log can not be read', { cause });
  }
};
