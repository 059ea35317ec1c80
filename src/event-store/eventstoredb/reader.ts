import type { RecordedEvent } from '../event-store.ts';
import type { Connection, ReadCall } from './connection.ts';
import { type Ours, parseJson, type StoredEvent, type StoredMetadata, toRecorded } from './events.ts';
import { putTogether } from './parts.ts';
import { parseReadAnswer, type ReadAnswer, readStreamRequest } from './read-messages.ts';

export interface ReadOptions {
  readonly request: Buffer;
  readonly requiresLeader?: boolean;
  /** The read stops after this much data (default: no bound). */
  readonly maxBytes?: number;
}

/** The result of a bounded read. */
export interface Found {
  readonly events: readonly StoredEvent[];
  /** False: the stream does not exist. */
  readonly exists: boolean;
  /** It was more than maxBytes, so there is more to read. */
  readonly isCut: boolean;
  /** Bytes of all data and metadata. */
  readonly bytes: number;
}

/** Reads events, and turns them into the port's form. */
export interface Reader {
  readonly ours: Ours;
  read(options: ReadOptions): Promise<Found>;
  /** The event whose metadata are known, together with its data: from a separate stream if they were moved out. */
  record(event: StoredEvent, metadata: StoredMetadata): RecordedEvent | Promise<RecordedEvent>;
}

const ALL = Number.MAX_SAFE_INTEGER;

/** `answerWithinMs`: how long the server may send nothing during a read. */
export const createReader = (connection: Connection, ours: Ours, answerWithinMs: number): Reader => {
  const read: Reader['read'] = ({ request, requiresLeader = false, maxBytes = Number.POSITIVE_INFINITY }) =>
    connection.read({ request, parse: parseReadAnswer, requiresLeader }, (call) =>
      collect(call, maxBytes, answerWithinMs),
    );

  const recordParts = async (event: StoredEvent, { $parts, ...metadata }: StoredMetadata): Promise<RecordedEvent> => {
    // From the leader: another node may lag, and an event without its data would look broken.
    const { events } = await read({ request: readStreamRequest($parts!.stream, 0, ALL), requiresLeader: true });
    const data = putTogether(event, $parts!, events);
    if (data) return toRecorded(event, metadata, parseJson(data));
    return {
      ...toRecorded(event, metadata, null),
      // The reader that asks for its data fails; all others continue.
      get data(): never {
        throw new Error(`the parts of event ${event.id} are not in ${$parts!.stream}`);
      },
    };
  };

  return {
    ours,
    read,
    record: (event, metadata) =>
      metadata.$parts ? recordParts(event, metadata) : toRecorded(event, metadata, parseJson(event.data)),
  };
};

/**
 * Reads the call to its end. It is cancelled only if there is too much data, which is rare: cancelling resets the
 * HTTP/2 stream, and servers allow a connection only a few resets before they close it.
 */
const collect = (call: ReadCall<ReadAnswer>, maxBytes: number, answerWithinMs: number): Promise<Found> =>
  new Promise((resolve, reject) => {
    const events: StoredEvent[] = [];
    let exists = true;
    let bytes = 0;
    const stalled = setTimeout(() => {
      reject(new Error(`no answer within ${answerWithinMs} ms`));
      call.cancel();
    }, answerWithinMs);
    const finish = (isCut: boolean): void => {
      clearTimeout(stalled);
      resolve({ events, exists, isCut, bytes });
    };
    call.on('data', ({ event, notFound }: ReadAnswer) => {
      stalled.refresh();
      if (notFound) exists = false;
      if (!event || bytes > maxBytes) return;
      events.push(event);
      bytes += event.data.length + event.metadata.length;
      if (bytes <= maxBytes) return;
      finish(true);
      call.cancel();
    });
    call.on('end', () => finish(false));
    call.on('error', (error) => {
      clearTimeout(stalled);
      reject(error);
    });
  });
