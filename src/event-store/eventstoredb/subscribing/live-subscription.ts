import type { RecordedEvent } from '../../event-store.ts';
import type { SentEvents } from '../appending/sent-events.ts';
import type { Connection } from '../connection/connection.ts';
import { parseReadAnswer, subscribeRequest } from '../messages/read-messages.ts';
import { toPosition } from '../our-events.ts';
import type { Reader } from '../reading/reader.ts';

/** Where a subscription puts its events. */
export interface Sink {
  /** The next event of ours; `bytes`: its approximate size. */
  add(event: RecordedEvent, bytes: number): void;
  /** Between the added events and this position there is no other event of ours. */
  reach(position: number): void;
  /** Resolves when there is room for more: until then the server must wait. Undefined: there is room. */
  room(): Promise<void> | undefined;
}

export interface Live {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly sent: Pick<SentEvents, 'takeBack'>;
  readonly signal: AbortSignal;
  readonly sink: Sink;
}

/** Takes the events after a position, then new ones as they come. It ends only by throwing: aborted, or lost. */
export const followLive = ({ connection, reader, sent, signal, sink }: Live, after: number): Promise<never> =>
  connection.read({ request: subscribeRequest(after), parse: parseReadAnswer, isSubscription: true }, async (call) => {
    const cancel = (): void => call.cancel();
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    let end = after;
    try {
      for await (const { event, checkpoint } of call) {
        if (checkpoint !== undefined) sink.reach(checkpoint);
        if (!event || event.position <= end) continue;
        end = toPosition(event.position);
        const own = sent.takeBack(event);
        const metadata = own ? undefined : reader.ours.metadataOf(event);
        const recorded = own ?? (metadata && reader.record(event, metadata));
        // Few are promises, and each turn of the event loop costs time.
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
