import { toError } from '../../../database/thrown.ts';
import type { RecordedEvent } from '../../event-store.ts';
import { putTogether } from '../appending/parts.ts';
import type { Connection, ReadCall } from '../connection/connection.ts';
import { parseReadAnswer, type ReadAnswer, readStreamRequest } from '../messages/read-messages.ts';
import type { StoredEvent } from '../messages/stored-event.ts';
import { type Ours, parseJson, type StoredMetadata, toOwn, toRecorded } from '../our-events.ts';

export interface ReadOptions {
  readonly request: Buffer;
  readonly requiresLeader?: boolean;
  /** The read stops after this much data (default: no bound). */
  readonly maxBytes?: number;
}

/** What a bounded read has found. */
export interface Found<Taken> {
  /** What was made of each event. */
  readonly events: readonly Taken[];
  /** It was more than maxBytes, so that there is more to be read. */
  readonly isCut: boolean;
  /** Bytes of all data and metadata. */
  readonly bytes: number;
}

/** Reads events, and turns them into the port's form. */
export interface Reader {
  readonly ours: Ours;
  /**
   * `take` is called for each event as it arrives: what it makes of the event is kept, and the bytes that the server sent
   * need not be held until the end of the page.
   */
  read<Taken>(options: ReadOptions, take: (event: StoredEvent) => Taken): Promise<Found<Taken>>;
  /** The event, whose metadata are known, with its data: from a stream of their own where they were moved out. */
  record(event: StoredEvent, metadata: StoredMetadata): RecordedEvent | Promise<RecordedEvent>;
}

const ALL = Number.MAX_SAFE_INTEGER;

/** For reads that keep the events as they are. */
const asStored = (event: StoredEvent): StoredEvent => event;

/** `answerWithinMs`: how long the server may send nothing in answer to a read. */
export const createReader = (connection: Connection, ours: Ours, answerWithinMs: number): Reader => {
  const read: Reader['read'] = ({ request, requiresLeader = false, maxBytes = Number.POSITIVE_INFINITY }, take) =>
    connection.read({ request, parse: parseReadAnswer, requiresLeader }, (call, unanswered) =>
      collect(call, take, { maxBytes, answerWithinMs, unanswered }),
    );

  const recordParts = async (
    event: StoredEvent,
    { $parts: _, ...metadata }: StoredMetadata,
    parts: NonNullable<StoredMetadata['$parts']>,
  ): Promise<RecordedEvent> => {
    // Of the leader: another node may lag, and an event without its data would be taken for broken.
    const request = readStreamRequest(parts.stream, 0, ALL);
    const { events } = await read({ request, requiresLeader: true }, asStored);
    const data = putTogether(event, parts, events);
    if (data) return toRecorded(event, metadata, parseJson(data));
    return {
      ...toRecorded(event, metadata, null),
      // The reader that asks for its data fails; all others continue.
      get data(): never {
        throw new Error(`the parts of event ${event.id} are not in ${parts.stream}`);
      },
    };
  };

  return {
    ours,
    read,
    record: (event, metadata) =>
      metadata.$parts ? recordParts(event, metadata, metadata.$parts) : toOwn(event, metadata),
  };
};

interface CollectOptions {
  readonly maxBytes: number;
  readonly answerWithinMs: number;
  /** Called when nothing has come for that long. */
  unanswered(): void;
}

/**
 * Reads the call to its end. It is cancelled only if there is too much data, which is rare: cancelling resets the
 * HTTP/2 stream, and servers allow a connection only a few resets before they close it.
 */
const collect = <Taken>(
  call: ReadCall<ReadAnswer>,
  take: (event: StoredEvent) => Taken,
  { maxBytes, answerWithinMs, unanswered }: CollectOptions,
): Promise<Found<Taken>> =>
  new Promise((resolve, reject) => {
    const events: Taken[] = [];
    let bytes = 0;
    let over = false;
    const giveUp = (error: Error): void => {
      over = true;
      clearTimeout(stalled);
      reject(error);
      call.cancel();
    };
    const stalled = setTimeout(() => {
      giveUp(new Error(`no answer within ${answerWithinMs} ms`));
      unanswered();
    }, answerWithinMs);
    const finish = (isCut: boolean): void => {
      over = true;
      clearTimeout(stalled);
      resolve({ events, isCut, bytes });
    };
    call.on('data', ({ event }: ReadAnswer) => {
      if (over) return;
      stalled.refresh();
      if (!event) return;
      try {
        events.push(take(event));
      } catch (error) {
        return giveUp(toError(error));
      }
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
