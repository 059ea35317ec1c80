import pg from 'pg';
import { createBatcher } from '../../concurrency/batcher.ts';
import { ANSWER_WITHIN_MS } from '../../database/connection.ts';
import { notifying } from '../../database/notify.ts';
import { type AppendResult, InvalidEvents, KeysDestroyed, StoreUnavailable } from '../event-store.ts';
import { type Landed, pickBatch, sendBatch } from './append-batch.ts';
import { createAppendConnection } from './append-connection.ts';
import { createLogNotifier } from './log-notifier.ts';
import { type PendingAppend, streamsOf } from './pending-append.ts';

export interface AppendQueue {
  /** Throws StoreUnavailable, also after it is closed. */
  append(pending: PendingAppend): Promise<AppendResult>;
  /** Whether an append was sent and is not answered yet. */
  underWay(): boolean;
  /** See EventStore.flush. */
  flush(): void;
  /** Resolves when everything that was submitted before has been answered. */
  close(): Promise<void>;
}

/** We render one while the server works on the other. More would gain nothing. */
const MAX_IN_FLIGHT = 2;
/** A call with twice as many appends takes two thirds of the work for each. */
const GATHER_MS = 4;

/** Were it to wait for the disk, the next append would wait as well. */
const TELL = { name: 'log.tell', text: notifying('log', '$1::bigint::text') };

export interface AppendQueueOptions {
  readonly url: string;
  /** How long the server may leave a batch unanswered (default 20 000). After that its outcome is unknown. */
  readonly answerWithinMs?: number | undefined;
  /** Called, in log order, with what each batch added to the log. */
  readonly onLanded: (landed: Landed) => void;
  /** Called when a batch is no longer under way, whatever its outcome. */
  readonly onAnswered: () => void;
}

/**
 * All appends of a process travel over one connection, gathered into batches: many callers share one round trip and one
 * commit.
 */
export const createAppendQueue = (options: AppendQueueOptions): AppendQueue => {
  const { url, answerWithinMs = ANSWER_WITHIN_MS, onLanded, onAnswered } = options;
  const connection = createAppendConnection(url, answerWithinMs);
  const notifier = createLogNotifier(async (position) =>
    (await connection.connected()).query({ ...TELL, values: [position] }),
  );
  let closed = false;
  /** Streams of the batches under way. */
  const flying = new Set<string>();

  const fly = async (batch: readonly PendingAppend[]): Promise<readonly (AppendResult | Error)[]> => {
    const client = await connection.connected();
    try {
      return await sendBatch(client, batch, (landed) => {
        onLanded(landed);
        notifier.landed(landed.last);
      });
    } catch (error) {
      if (!refusedByServer(error)) {
        connection.forget(client);
        throw new StoreUnavailable('the event log went away before it answered', { cause: error });
      }
      if (error.code === KEYS_DESTROYED) return flyRest(batch);
      if (!isBadValue(error)) {
        // It may be a standby by now that takes no writes: the next append looks for a server that does.
        connection.forget(client);
        throw new StoreUnavailable('the event log refused', { cause: error });
      }
      if (batch.length === 1) return [new InvalidEvents('the event log can not hold a value', { cause: error })];
    }
    // One bad value failed the whole statement, so nothing is stored. Send each append alone: then only the bad one
    // fails.
    const results: (AppendResult | Error)[] = [];
    for (const append of batch) results.push(...(await fly([append])));
    return results;
  };

  /** Nothing of the batch is stored. Those that were sealed have to be sealed again, and the others are sent again. */
  const flyRest = async (batch: readonly PendingAppend[]): Promise<readonly (AppendResult | Error)[]> => {
    const rest = batch.filter(({ keysAsOf }) => keysAsOf === undefined);
    const results = rest.length === 0 ? [] : [...(await fly(rest))];
    return batch.map(({ keysAsOf }) => (keysAsOf === undefined ? results.shift()! : new KeysDestroyed()));
  };

  /**
   * A batch must not contain a stream of another batch under way. If that other one had to be sent again, the two would
   * change places.
   */
  const flyApart = async (batch: readonly PendingAppend[]): Promise<readonly (AppendResult | Error)[]> => {
    const streams = batch.flatMap(streamsOf);
    for (const stream of streams) flying.add(stream);
    try {
      return await fly(batch);
    } finally {
      for (const stream of streams) flying.delete(stream);
      onAnswered();
    }
  };

  const queue = createBatcher(flyApart, {
    pick: (queued) => pickBatch(queued, flying),
    maxInFlight: MAX_IN_FLIGHT,
    gatherMs: GATHER_MS,
  });

  return {
    append: async (pending) => {
      // Otherwise it would open a connection that is never ended.
      if (closed) throw new StoreUnavailable('the event log is closed');
      return queue.submit(pending);
    },
    underWay: () => flying.size > 0,
    flush: notifier.flush,
    close: async () => {
      closed = true;
      await queue.idle();
      await notifier.close();
      await connection.end();
    },
  };
};

const refusedByServer = (error: unknown): error is pg.DatabaseError =>
  // Class 57 (shutdown, crash) and 08 (connection): the server is stopping, and may have committed before that.
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(57|08)/.test(error.code);

/** What log.with_keys raises. */
const KEYS_DESTROYED = 'TK001';

/** Data exceptions (22), program limits such as nesting depth (54). */
const isBadValue = (error: pg.DatabaseError): boolean => /^(22|54)/.test(error.code ?? '');
