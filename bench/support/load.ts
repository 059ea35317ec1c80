import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly token: string;
  /** Requests in all, over 64 connections: a fixed number, so that none is under way when the last is counted. */
  readonly amount: number;
  /** The body of the next request; without it a GET. */
  readonly nextBody?: () => string;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export const CONNECTIONS = 64;

/** Sends the requests as fast as they are answered. Throws unless every answer is a 200. */
export const runLoad = async ({ url, path, token, amount, nextBody }: Load): Promise<LoadResult> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const began = performance.now();
  let ended = began;
  const result = await autocannon({
    ...{ url: url + path, connections: CONNECTIONS, amount, headers },
    // By itself it tells the time in steps of its sampling interval.
    sampleInt: 100,
    setupClient: (client) => {
      client.on('response', () => {
        ended = performance.now();
      });
    },
    ...(nextBody && {
      method: 'POST',
      requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
    }),
  });
  const good = result.statusCodeStats?.['200']?.count ?? 0;
  if (good !== amount || result.errors > 0) {
    throw new Error(`${path}: ${good} of ${amount} answers were 200, ${result.errors} failed`);
  }
  return { perSecond: (amount / (ended - began)) * 1_000, p50: result.latency.p50, p99: result.latency.p99 };
};
