import { type EventStore, RevisionConflict, type StoreLog } from '../event-store.ts';
import { createAppendLines } from './append-lines.ts';
import type { Proposal } from './append-messages.ts';
import { createConnection } from './connection.ts';
import { mayBeInvalidPosition, unavailable } from './errors.ts';
import { createOurs, toPosition } from './events.ts';
import { createHeadFinder } from './head.ts';
import { readAt, readLog } from './log-reader.ts';
import { createLogTail } from './log-tail.ts';
import type { SilenceTimes } from './nodes.ts';
import { splitLarge } from './parts.ts';
import { propose } from './propose.ts';
import { readPlaces } from './read-places.ts';
import { createReader } from './reader.ts';
import { createSentEvents } from './sent-events.ts';
import { readFilteredStream, readStream } from './stream-reader.ts';
import { followLog } from './subscription.ts';

export interface EventStoreDbOptions {
  /** `esdb://…`. Its user must be allowed to read `$all`. */
  readonly url: string;
  /** The categories of our streams. */
  readonly categories: readonly string[];
  /** How long the server may leave an append or a read unanswered (default 10 000). */
  readonly answerWithinMs?: number;
  /** For tests. */
  readonly silenceTimes?: Partial<SilenceTimes>;
  readonly log?: StoreLog | undefined;
}

/**
 * The event log in EventStoreDB 22.6 or later. A position is the commit position of `$all`: a byte offset in the
 * server's transaction file, ascending with gaps. The server's own events and those of other programs are left out of
 * the log. In a stream they keep their place, because otherwise the revisions would not add up.
 */
export const createEventStoreDbEventStore = (options: EventStoreDbOptions): EventStore => {
  const { url, categories, answerWithinMs = 10_000, silenceTimes, log } = options;
  const connection = createConnection(url, silenceTimes);
  const ours = createOurs(categories);
  const reader = createReader(connection, ours, answerWithinMs);
  const lines = createAppendLines(connection, answerWithinMs);
  const head = createHeadFinder(reader);
  const sent = createSentEvents();
  const tail = createLogTail({ connection, reader, head, sent, log });

  const append: EventStore['append'] = async (stream, expected, events) => {
    const { events: proposed, parts } = splitLarge(propose(ours, stream, events));
    sent.keep(events, { stream, events: proposed });
    await Promise.all(parts.map(writeParts));
    const { revision, position } = await lines.append({ stream, expected, events: proposed });
    if (position !== undefined) return { revision, position };
    // An append that was stored before: servers may answer without saying where.
    const [last] = await answered(readStream(reader, stream, revision, 1));
    return { revision, position: toPosition(last?.position) };
  };

  /** The append that refers to them must wait until all of them are stored. */
  const writeParts = async (pieces: readonly Proposal[]): Promise<void> => {
    for (const piece of pieces) {
      await lines.append(piece).catch((error: unknown) => {
        throw error instanceof RevisionConflict ? unavailable(error) : error;
      });
    }
  };

  const readFiltered: EventStore['readAll'] = (after, limit, filter, signal) =>
    filter?.stream === undefined
      ? readLog(reader, head, after, limit, filter, signal)
      : // The server has an index of streams and of nothing else.
        readFilteredStream(reader, after, limit, { ...filter, stream: filter.stream }, signal);

  const hasEvent = (position: number): Promise<boolean> =>
    answered(
      readAt(reader, position).then(
        (found) => found.length > 0,
        (error: unknown) => (mayBeInvalidPosition(error) ? false : Promise.reject(error)),
      ),
    );

  return {
    goesByIds: true,
    append,
    read: (stream, fromRevision = 0, limit) => answered(readStream(reader, stream, fromRevision, limit)),
    readEach: (streams, limit) => answered(Promise.all(streams.map((stream) => readStream(reader, stream, 0, limit)))),
    readAll: (...asked) => answered(readFiltered(...asked)),
    readAt: (positions) => answered(readPlaces(reader, positions)),
    isPlace: async (position) => (await hasEvent(position)) || position >= (await answered(head())),
    subscribe: (afterPosition, subscribeOptions) =>
      followLog({ reader, tail, head, log }, afterPosition, subscribeOptions),
    head: () => answered(head()),
    close: async () => {
      lines.close();
      connection.close();
    },
  };
};

const answered = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => Promise.reject(error instanceof RangeError ? error : unavailable(error)));
