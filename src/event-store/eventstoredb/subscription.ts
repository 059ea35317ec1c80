import type { ReadableOptions, TransformOptions } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
} from '@eventstore/db-client';
import type { EventBatch, RecordedEvent } from '../event-store.ts';
import { isOurs, toRecorded, toStorePosition } from './events.ts';
import { watch } from './watch.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;
/** A checkpoint message every 32 000 events the server looks at, instead of every 32: nobody reads them here. */
const CHECKPOINT_INTERVAL = 1_000;

export interface Follow {
  readonly client: EventStoreDBClient;
  readonly head: () => Promise<number>;
  readonly signal: AbortSignal;
  readonly maxBatch: number;
  readonly onLost: (error: unknown) => void;
}

/** Our events in `$all` after a position, across any number of lost connections. */
export async function* follow(afterPosition: number, options: Follow): AsyncGenerator<EventBatch> {
  const { signal, onLost } = options;
  let position = afterPosition;
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      for await (const batch of followOnce(position, options)) {
        position = batch.events.at(-1)?.position ?? position;
        wait = FIRST_WAIT_MS;
        yield batch;
      }
    } catch (error) {
      // Whatever it was, a wrong password included: the log is still there, and so is whoever waits for it.
      // Said once until it works again: a server may be away for hours.
      if (wait === FIRST_WAIT_MS) onLost(error);
    }
    // Jitter: all processes lose a restarting server at the same moment.
    await delay(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** One connection's worth. Ends when the signal aborts, throws when the connection is lost. */
async function* followOnce(afterPosition: number, options: Follow): AsyncGenerator<EventBatch> {
  const { client, head, signal, maxBatch } = options;
  // What is read ahead of the consumer: the server is held back once this much waits to be taken.
  const buffer: TransformOptions = { readableHighWaterMark: maxBatch };
  const subscription = client.subscribeToAll(
    {
      fromPosition: toStorePosition(afterPosition),
      filter: excludeSystemEvents({ checkpointInterval: CHECKPOINT_INTERVAL }),
    },
    buffer as ReadableOptions,
  );
  const state = watch(subscription, signal);
  let position = afterPosition;
  let told = false;
  try {
    while (!signal.aborted) {
      const changed = state.changed();
      const events = take(subscription, maxBatch, position);
      if (events.length > 0) {
        position = events.at(-1)!.position;
        told = false;
        yield { events, caughtUp: false };
      } else if (state.lost) {
        throw state.lost;
      } else if (!told && position >= ((await state.unlessOver(head())) ?? Number.POSITIVE_INFINITY)) {
        // Asked of the log itself. The server's caught-up message exists only since 23.10, and the client raises it
        // ahead of events it has yet to hand over.
        told = true;
        yield { events: [], caughtUp: true };
      } else {
        await changed;
      }
    }
  } finally {
    state.stop();
  }
}

/** Up to `limit` events that are there already. */
const take = (subscription: AllStreamSubscription, limit: number, after: number): RecordedEvent[] => {
  const events: RecordedEvent[] = [];
  while (events.length < limit) {
    const resolved: AllStreamResolvedEvent | null = subscription.read();
    if (!resolved) break;
    if (!resolved.event || !isOurs(resolved.event)) continue;
    const event = toRecorded(resolved.event);
    if (event.position > after) events.push(event);
  }
  return events;
};
