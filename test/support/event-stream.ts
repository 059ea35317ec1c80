import { createParser } from 'eventsource-parser';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';

export interface StreamedEvent {
  readonly id: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came
  readonly data: any;
}

/** A till that listens to its feed. */
export interface EventStream {
  readonly events: readonly StreamedEvent[];
  /** What it would come back with, as the standard has it: an id counts from the end of its block, with data or without. */
  lastEventId(): number | undefined;
  /** Resolves when it has heard that many. */
  heard(count: number): Promise<void>;
  /** Resolves when the server has ended it, or the till has. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface StreamTerms {
  readonly query?: string;
  readonly lastEventId?: number;
  /** That of the orders unless told. */
  readonly path?: string;
}

/** Connects as a till does; resolves when the server has said so. */
export const openStream = async (
  app: TestApp,
  client: HttpClient,
  { query = '', lastEventId, path = '/venue/v1/orders/stream' }: StreamTerms = {},
): Promise<EventStream> => {
  const leaving = new AbortController();
  const response = await fetch(`${app.url}${path}${query}`, {
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  // No proxy keeps it back or changes it.
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('cache-control')).toContain('no-transform');
  const events: StreamedEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id: Number(id), type: event ?? 'message', data: JSON.parse(data) }),
  });
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      parser.feed(piece);
    }
  };
  const reading = read().catch(() => {});
  return {
    events,
    lastEventId: () => {
      // The parser passes over blocks without data.
      const ids = text.matchAll(/^id: (\d+)\n(?:.+\n)*\n/gm);
      return [...ids].map(([, id]) => Number(id)).at(-1);
    },
    heard: (count) =>
      vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 10 }),
    ended: reading,
    close: async () => {
      leaving.abort();
      await reading;
    },
  };
};
