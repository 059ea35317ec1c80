import { type Mock, vi } from 'vitest';
import type { ConnectionOptions } from '../../client/src/connection.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly token: string | null;
}

type Reply = () => Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** What fetch does when the connection breaks. */
export const broken: Reply = () => {
  throw new TypeError('fetch failed');
};

/** A server for the client, in place of fetch: it writes down what is sent, and gives the next of these replies. */
export const clientServer = (...replies: Reply[]) => {
  const sent: Sent[] = [];
  const exchanges: Mock<Reply> = vi.fn(() =>
    json({ access_token: `token-${exchanges.mock.calls.length}`, expires_at: IN_A_MONTH }),
  );
  const waited: number[] = [];
  const options = {
    baseUrl: 'http://till.test/v1/',
    apiKey: 'key',
    wait: async (ms: number, signal: AbortSignal | undefined) => {
      waited.push(ms);
      signal?.throwIfAborted();
    },
    fetch: async (url: string, { method = 'GET', body, headers, signal }: RequestInit) => {
      signal?.throwIfAborted();
      const path = url.replace('http://till.test', '');
      if (path === '/v1/auth/token') return exchanges();
      const token = new Headers(headers).get('authorization');
      sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(String(body)), token });
      const reply = replies.shift();
      if (!reply) throw new Error(`no reply is left for ${path}`);
      return reply();
    },
  } satisfies ConnectionOptions;
  return { sent, exchanges, waited, options };
};

const IN_A_MONTH = new Date(Date.now() + 30 * 24 * 3600_000).toISOString();
