import autocannon from 'autocannon';
import { percentile } from './statistics.ts';

export interface Load {
  readonly url: string;
  readonly path: string;
  /** One for all connections, or one for each. */
  readonly token: string | readonly string[];
  /** Requests in all: a fixed number, so that none is under way when the last is counted. */
  readonly amount: number;
  /** Default: 64. */
  readonly connections?: number;
  /** The body of the next request; without it a GET. */
  readonly nextBody?: () => string;
  /** How many of the answers are a no, exactly (default: none). */
  readonly refusals?: number;
  /** The status of the others (default: 200), and of the refusals (default: 400). */
  readonly good?: number;
  readonly refused?: number;
  /** Told of each answer: when it was there, by milliseconds since the epoch, and after how many. */
  readonly onAnswer?: (at: number, took: number) => void;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** When the last answer came, by performance.now(). */
  readonly endedAt: number;
}

export const CONNECTIONS = 64;

/** Sends the requests as fast as they are answered. Throws unless all are good, but for so many refusals. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const { url, path, token, amount, nextBody, refusals = 0, good = 200, refused = 400 } = load;
  const { connections = CONNECTIONS, onAnswer } = load;
  const tokens = [token].flat();
  const took: number[] = [];
  let clients = 0;
  const began = performance.now();
  let ended = began;
  const result = await autocannon({
    url: url + path,
    connections,
    amount,
    ...(nextBody && { method: 'POST' }),
    // After ten seconds it would give up a request: with 64 connections a slow server on a busy machine takes longer.
    timeout: 120,
    // By itself it tells the time in steps of its sampling interval, and of an answer in whole milliseconds.
    sampleInt: 100,
    setupClient: (client) => {
      const own = tokens[clients++ % tokens.length];
      const headers = { authorization: `Bearer ${own}`, 'content-type': 'application/json' };
      if (nextBody) {
        client.setRequests([{ setupRequest: (request) => ({ ...request, headers, body: nextBody() }) }]);
      } else client.setHeaders(headers);
      client.on('response', (_status, _bytes, milliseconds) => {
        ended = performance.now();
        took.push(milliseconds);
        onAnswer?.(performance.timeOrigin + ended, milliseconds);
      });
    },
  });
  const count = (status: number): number => result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const [yes, no] = [count(good), count(refused)];
  if (yes !== amount - refusals || no !== refusals || result.errors > 0) {
    throw new Error(
      `${path}: ${yes} of ${amount} answers were ${good}, ${no} were ${refused}, ${result.errors} failed`,
    );
  }
  return {
    perSecond: (amount / (ended - began)) * 1_000,
    p50: percentile(took, 50),
    p99: percentile(took, 99),
    endedAt: ended,
  };
};
