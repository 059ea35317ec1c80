import type { CallOptions, Connection } from './connection.ts';
import { mayPass } from './errors.ts';
import { blocksOf } from './event-stream.ts';
import type { Answer } from './types.ts';
import { pauseAfter } from './waiting.ts';

/** Something that happened to an order, with the order as it is now. */
export interface OrderEvent {
  /** A log position: as `lastEventId` it goes on after this event. */
  readonly position: number;
  /** Of the event in docs/events.md: `OrderPlaced`. */
  readonly type: string;
  readonly order_id: number;
  readonly point_id: string;
  /** ISO 8601 instant. */
  readonly occurred_at: string;
  readonly order: Answer<'getVenueOrder'>;
  /** Of a kitchen ticket. */
  readonly ticket_number?: number;
  /** Of a kitchen ticket or a cancellation slip. */
  readonly line_ids?: readonly number[];
}

/** Something that changed at a point: read anew what you show of it. */
export interface PointChange {
  /** A log position: as `lastEventId` it goes on after this event. */
  readonly position: number;
  /** Of the event in docs/events.md: `ShiftOpened`. */
  readonly type: string;
  /** What it is about: `order`, `reservation`, `table`, `stop_list`, `shift`, `product`… */
  readonly entity: string;
  /** Null: several. */
  readonly entity_id: string | null;
}

/** Which orders, and from where on. */
export interface StreamFrom extends ListenFrom {
  readonly point_id?: string;
}

/** From where on. */
export interface ListenFrom {
  /** The `position` of the last event that you have; from now on unless told. */
  readonly lastEventId?: number | string | null | undefined;
  /** Called whenever the feed is open, before its first event: what no list shows by now will come. */
  readonly onOpen?: () => void | Promise<void>;
  /** After so long without a sign of life it connects again. 45 seconds unless told. */
  readonly silenceMs?: number;
}

/** The server sends a sign of life every 15 seconds. */
const SILENCE_MS = 45_000;

/** The live feed of orders. */
export const streamOrders = (
  connection: Pick<Connection, 'open' | 'wait'>,
  { point_id, ...from }: StreamFrom,
  options: Pick<CallOptions, 'signal'>,
): AsyncGenerator<OrderEvent, void, undefined> => {
  const query = point_id === undefined ? '' : `?point_id=${encodeURIComponent(point_id)}`;
  return listen(connection, `/venue/v1/orders/stream${query}`, from, options);
};

/** A live feed, over as many connections as it takes: each goes on where the one before ended. */
export async function* listen<Event>(
  connection: Pick<Connection, 'open' | 'wait'>,
  path: string,
  { lastEventId, onOpen, silenceMs = SILENCE_MS }: ListenFrom,
  { signal }: Pick<CallOptions, 'signal'>,
): AsyncGenerator<Event, void, undefined> {
  let last = lastEventId == null ? undefined : String(lastEventId);
  for (let failures = 0; ; ) {
    let asked: number | undefined;
    try {
      const headers = { Accept: 'text/event-stream', ...(last !== undefined && { 'Last-Event-ID': last }) };
      const { body } = await connection.open(path, headers, { signal });
      await onOpen?.();
      for await (const { id, data } of body ? blocksOf(body, silenceMs) : []) {
        failures = 0;
        last = id ?? last;
        if (data !== '') yield JSON.parse(data) as Event;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!mayPass(error)) throw error;
      asked = error.retryAfter;
    }
    // The server ends a stream after an hour, too.
    failures += 1;
    await connection.wait(asked === undefined ? pauseAfter(failures) : asked * 1_000, signal);
  }
}
