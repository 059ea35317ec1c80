import type { RecordedEvent } from '../event-store.ts';
import type { Connection } from './connection.ts';
import { toPosition } from './events.ts';
import { parseReadAnswer, subscribeRequest } from './read-messages.ts';
import type { Reader } from './reader.ts';

/** Where what a subscription brings goes. */
export interface Sink {
  /** The next event of ours; `bytes`: about what it takes. */
  add(event: RecordedEvent, bytes: number): void;
  /** There was nothing of ours up to this position but what was added. */
  reach(position: number): void;
  /** Resolves when there is room for more: the server is held back until then. Left out: there is room. */
  room(): Promise<void> | undefined;
}

export interface Live {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly signal: AbortSignal;
  readonly sink: Sink;
}

/** Takes what the log holds after a position, then what comes. Ends only by throwing: aborted, or lost. */
export const followLive = ({ connection, reader, signal, sink }: Live, after: number): Promise<never> =>
  connection.read({ request: subscribeRequest(after), parse: parseReadAnswer }, async (call) => {
    const cancel = (): void => call.cancel();
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    let end = after;
    try {
      for await (const { event, checkpoint } of call) {
        if (checkpoint !== undefined) sink.reach(checkpoint);
        if (!event || event.position <= end) continue;
        end = toPosition(event.position);
        const metadata = reader.ours.metadataOf(event);
        const recorded = metadata && reader.record(event, metadata);
        // Few are promises, and each turn of the event loop costs.
        const known = recorded instanceof Promise ? await recorded : recorded;
        signal.throwIfAborted();
        if (known) sink.add(known, metadata?.$parts?.bytes ?? event.data.length);
        else sink.reach(end);
        const room = sink.room();
        if (room) await room;
      }
      throw new Error('the server ended the subscription');
    } finally {
      signal.removeEventListener('abort', cancel);
      cancel();
    }
  });
