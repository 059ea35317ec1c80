import { type EventStore, RevisionConflict, type StoreLog } from '../event-store.ts';
import { createAppendPipelines } from './appending/append-pipelines.ts';
import { splitLarge } from './appending/parts.ts';
import { propose } from './appending/propose.ts';
import { createSentEvents } from './appending/sent-events.ts';
import type { FailoverTimes } from './connection/active-node.ts';
import { createConnection } from './connection/connection.ts';
import { mayBeInvalidPosition, unavailable } from './errors.ts';
import type { Proposal } from './messages/append-request.ts';
import { createOurs, toPosition } from './our-events.ts';
import { createHeadFinder } from './reading/head.ts';
import { readAt, readLog } from './reading/log-reader.ts';
import { readPlaces } from './reading/read-places.ts';
import { createReader } from './reading/reader.ts';
import { readFilteredStream, readStream } from './reading/stream-reader.ts';
import { cutOff } from './reading/whole-stream.ts';
import { followLog } from './subscribing/catch-up-subscription.ts';
import { createLogTail } from './subscribing/log-tail.ts';

export interface EventStoreDbOptions {
  /** `esdb://…`. Its user must be allowed to read `$all`. */
  readonly url: string;
  /** The categories of our streams. */
  readonly categories: readonly string[];
  /** How long the server may leave an append or a read unanswered (default 10 000). */
  readonly answerWithinMs?: number;
  /** For tests. */
  readonly failoverTimes?: Partial<FailoverTimes>;
  readonly log?: StoreLog | undefined;
}

/**
 * The event log in EventStoreDB 22.6 or later. What this folder has:
 *
 * - `connection/`: the way to the server. `address.ts` reads the connection string, `grpc-client.ts` opens a client,
 *   `discovery.ts` finds the leader of a cluster, `active-node.ts` fails over to another one, `connection.ts` makes the calls.
 *   `client-internals.ts` holds all that we use of the client library, and says why it is no more.
 * - `messages/`: the protocol. What is sent and received, in protobuf.
 * - `appending/`: `propose.ts` checks and renders events, `parts.ts` splits large ones, `append-pipelines.ts` sends them,
 *   `sent-events.ts` knows them again when they come back.
 * - `reading/`: `reader.ts` reads events to the end of a call. On it stand the reads of the log (`log-reader.ts`,
 *   `read-places.ts`), of a stream (`stream-reader.ts`) and of the log's end (`head.ts`).
 * - `subscribing/`: each subscriber has a `catch-up-subscription.ts`. It reads pages until it has caught up, and then
 *   shares the `log-tail.ts` with the others, which holds the one `live-subscription.ts` of the process.
 * - `our-events.ts` tells our events from others and gives them the port's form. `errors.ts` reads errors of gRPC for the
 *   program, `why-unavailable.ts` for the operator.
 *
 * A position is the commit position of `$all`: a byte offset in the
 * server's transaction file, ascending with gaps. The server's own events and those of other programs are left out of
 * the log. In a stream they keep their place, because otherwise the revisions would not add up.
 */
export const createEventStoreDbEventStore = (options: EventStoreDbOptions): EventStore => {
  const { url, categories, answerWithinMs = 10_000, failoverTimes, log } = options;
  const connection = createConnection(url, failoverTimes);
  const ours = createOurs(categories);
  const reader = createReader(connection, ours, answerWithinMs);
  const pipelines = createAppendPipelines(connection, answerWithinMs);
  const head = createHeadFinder(reader);
  const sent = createSentEvents();
  const tail = createLogTail({ connection, reader, head, sent, log });

  const append: EventStore['append'] = async (stream, expected, events) => {
    const { events: proposed, parts } = splitLarge(propose(ours, stream, events));
    sent.keep(events, { stream, events: proposed });
    await Promise.all(parts.map(writeParts));
    const { revision, position } = await pipelines.append({ stream, expected, events: proposed });
    // A stream that was deleted goes on after its hidden events.
    if (expected === 'no_stream' && revision >= proposed.length) throw unavailable(cutOff(stream));
    if (position !== undefined) return { revision, position };
    // An append that was stored before: servers may answer without saying where.
    const [last] = await answered(readStream(reader, stream, revision, 1));
    return { revision, position: toPosition(last?.position) };
  };

  /** The append that refers to them must wait until all of them are stored. */
  const writeParts = async (pieces: readonly Proposal[]): Promise<void> => {
    for (const piece of pieces) {
      await pipelines.append(piece).catch((error: unknown) => {
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
      pipelines.close();
      connection.close();
    },
  };
};

const answered = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => Promise.reject(error instanceof RangeError ? error : unavailable(error)));
