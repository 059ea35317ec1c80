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
  /** Resolves when it has heard that many. */
  heard(count: number): Promise<void>;
  /** Resolves when the server has ended it, or the till has. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Connects as a till does; resolves when the server has said so. */
export const openStream = async (
  app: TestApp,
  client: HttpClient,
  { query = '', lastEventId }: { query?: string; lastEventId?: number } = {},
): Promise<EventStream> => {
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/venue/v1/orders/stream${query}`, {
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: StreamedEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id: Number(id), type: event!, data: JSON.parse(data) }),
  });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
  };
  const reading = read().catch(() => {});
  return {
    events,
    heard: (count) =>
      vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 10 }),
    ended: reading,
    close: async () => {
      leaving.abort();
      await reading;
    },
  };
};
