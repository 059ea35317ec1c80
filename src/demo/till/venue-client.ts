import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { type AwaitedGuest, awaitedGuest, type FloorTable, floorTable } from './guests.ts';
import { OPEN_STATUSES, type TillOrder, tillOrder } from './next-step.ts';
import { backoff, type Scheduler, wait } from './scheduler.ts';
import { failureOf, Refused, TryLater } from './venue-failures.ts';

export interface TillLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface VenueClientOptions {
  /** The server's address, without a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly scheduler: Scheduler;
  readonly log: TillLog;
  /** Ends every request, and every wait for the next attempt. */
  readonly signal: AbortSignal;
}

/**
 * The venue API for a till. After a failure that may pass (network, 401, 429, 5xx) the request is sent again, until it
 * is answered or the signal aborts. Throws Refused for other errors.
 */
export interface VenueClient {
  command(type: string, body: object): Promise<void>;
  order(orderId: number): Promise<TillOrder>;
  /** All orders that the till has something to do with. */
  openOrders(): Promise<TillOrder[]>;
  /**
   * Requests, and guests who are expected, from the day before a date on (`YYYY-MM-DD`), without those far in the
   * future.
   */
  awaitedGuests(date: string): Promise<AwaitedGuest[]>;
  tables(pointId: string): Promise<FloorTable[]>;
  /** The live feed from that event on, or from now. It uses one connection, and ends or fails with it. */
  orderEvents(lastEventId: string | undefined): Promise<AsyncIterable<EventSourceMessage>>;
}

const token = z.object({ access_token: z.string() });
const page = z.object({
  orders: z.array(tillOrder),
  has_more: z.boolean(),
  next_after_id: z.int().nullable(),
});

const guests = z.object({ reservations: z.array(awaitedGuest) });
const tables = z.object({ tables: z.array(floorTable) });

/** The longest period that the venue API lists at once. */
const DAYS = 92;
const TIMEOUT_MS = 15_000;

export const createVenueClient = ({ baseUrl, apiKey, scheduler, log, signal }: VenueClientOptions): VenueClient => {
  let accessToken: string | undefined;

  const authorise = async (): Promise<string> => {
    const answer = await fetch(new URL('/v1/auth/token', baseUrl), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ api_key: apiKey }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!answer.ok) throw await failureOf(answer);
    return token.parse(await answer.json()).access_token;
  };

  /** One try. */
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    accessToken ??= await authorise();
    const headers = { ...init.headers, Authorization: `Bearer ${accessToken}` };
    const answer = await fetch(new URL(path, baseUrl), { ...init, headers });
    if (answer.ok) return answer;
    if (answer.status === 401) accessToken = undefined;
    throw await failureOf(answer);
  };

  const request = async (path: string, body?: object): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await send(path, {
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          headers: { 'Content-Type': 'application/json' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        return await answer.json();
      } catch (error) {
        if (error instanceof Refused || signal.aborted) throw error;
        if (attempt === 3) log.warn({ path, error: String(error) }, 'the demo till gets no answer, and tries again');
        const asked = error instanceof TryLater ? error.afterMs : 0;
        await wait(scheduler, Math.max(asked, backoff(attempt)), signal);
      }
    }
  };

  return {
    command: async (type, body) => {
      await request(`/venue/v1/commands/${type}`, body);
    },
    order: async (orderId) => tillOrder.parse(await request(`/venue/v1/orders/${orderId}`)),
    openOrders: async () => {
      const open: TillOrder[] = [];
      let afterId: number | null = 0;
      while (afterId !== null) {
        const query: string = `status=${OPEN_STATUSES.join(',')}&limit=200&after_id=${afterId}`;
        const { orders, next_after_id } = page.parse(await request(`/venue/v1/orders?${query}`));
        open.push(...orders);
        afterId = next_after_id;
      }
      return open;
    },
    awaitedGuests: async (date) => {
      const from = Temporal.PlainDate.from(date).subtract({ days: 1 });
      const query = `date_from=${from}&date_to=${from.add({ days: DAYS - 1 })}&status=pending,created`;
      return guests.parse(await request(`/venue/v1/reservations?${query}`)).reservations;
    },
    tables: async (pointId) => tables.parse(await request(`/venue/v1/tables?point_id=${pointId}`)).tables,
    orderEvents: async (lastEventId) => {
      const headers = { Accept: 'text/event-stream', ...(lastEventId && { 'Last-Event-ID': lastEventId }) };
      const { body } = await send('/venue/v1/orders/stream', { headers, signal });
      if (!body) throw new TypeError('the order stream has no body');
      return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    },
  };
};
