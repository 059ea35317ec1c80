import { START, StreamNotFoundError } from '@eventstore/db-client';
import {
  type EventStore,
  type ExpectedRevision,
  InvalidEvents,
  type NewEvent,
  type RecordedEvent,
  type StoreLog,
} from '../event-store.ts';
import { matches } from '../matches.ts';
import { createClient } from './client.ts';
import { appendError, unavailable } from './errors.ts';
import { isStorableName, toPosition, toProposed, toRecorded } from './events.ts';
import { type LogReader, readAt, readHead, readLog, readToEnd } from './log-reader.ts';
import { follow } from './subscription.ts';

export interface EventStoreDbOptions {
  /** `esdb://…`. Its user must be allowed to read `$all`. */
  readonly url: string;
  /** How long the server may leave an append or a read unanswered (default 10 000). */
  readonly answerWithinMs?: number;
  readonly log?: StoreLog | undefined;
}

/**
 * The event log in EventStoreDB 22.6 or later. A position is the commit position of `$all`: a byte offset in the
 * server's transaction file, ascending with gaps. The server's own events and those of other programs are left out
 * of the log; in a stream they keep their place, for without it the revisions would not add up.
 */
export const createEventStoreDbEventStore = (options: EventStoreDbOptions): EventStore => {
  const { url, answerWithinMs = 10_000, log } = options;
  const client = createClient(url);
  const reader: LogReader = { client, answerWithinMs, known: { upTo: 0, head: 0 } };

  const append = async (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]) => {
    if (events.length === 0) throw new Error('an append needs at least one event');
    if (!isStorableName(stream)) throw new InvalidEvents('a stream name is empty, begins with $ or is malformed');
    const proposed = events.map(toProposed);
    const expectedRevision = typeof expected === 'number' ? BigInt(expected) : expected;
    const written = await client
      .appendToStream(stream, proposed, { expectedRevision, deadline: answerWithinMs })
      .catch((error: unknown) => Promise.reject(appendError(error, stream, expected)));
    const revision = Number(written.nextExpectedRevision);
    if (written.position) return { revision, position: toPosition(written.position.commit) };
    // An append that was stored before: servers may answer without saying where.
    const [last] = await answered(readStream(stream, revision, 1));
    return { revision, position: toPosition(last && BigInt(last.position)) };
  };

  const readStream = async (stream: string, from: number, maxCount?: number): Promise<RecordedEvent[]> => {
    if (!isStorableName(stream)) return [];
    const fromRevision = from > 0 ? BigInt(from) : START;
    try {
      const events = await readToEnd(
        // Of the leader: another node may lag, and would not have what was appended a moment ago. Who is no leader any more
        // says who is, and the next read goes there.
        client.readStream(stream, { fromRevision, requiresLeader: true, ...(maxCount && { maxCount }) }),
        reader,
      );
      return events.map(toRecorded);
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  };

  const readFiltered: EventStore['readAll'] = async (after, limit, filter, signal) => {
    if (filter?.stream === undefined) return readLog(reader, after, limit, filter, signal);
    // The server has an index of streams and of nothing else.
    const wanted = matches(filter);
    const events = await readStream(filter.stream, 0);
    return events.filter((event) => event.position > after && wanted(event)).slice(0, limit);
  };

  const head = () => answered(readHead(reader));

  return {
    goesByIds: true,
    append,
    read: (stream, fromRevision = 0, limit) => answered(readStream(stream, fromRevision, limit)),
    readAll: (...asked) => answered(readFiltered(...asked)),
    readAt: async (positions) =>
      (await answered(Promise.all(positions.map((position) => readAt(reader, position))))).flat(),
    subscribe: (afterPosition, { signal, maxBatch = 1_000 }) => {
      const onLost = (error: unknown) =>
        log?.warn({ reason: String(error) }, 'the event subscription was lost and will be resumed');
      return follow(afterPosition, { client, head, signal, maxBatch, onLost });
    },
    head,
    close: () => client.dispose(),
  };
};

const answered = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => Promise.reject(error instanceof RangeError ? error : unavailable(error)));
