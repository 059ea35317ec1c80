import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly token: string;
  /** Requests in all, over 64 connections: a fixed number, so that none is under way when the last is counted. */
  readonly amount: number;
  /** The body of the next request; without it a GET. */
  readonly nextBody?: () => string;
  /** How many of the answers are a 400, exactly (default: none). The others are 200. */
  readonly refusals?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export const CONNECTIONS = 64;

/** Sends the requests as fast as they are answered. Throws unless the answers are 200, but for so many refusals. */
export const runLoad = async ({ url, path, token, amount, nextBody, refusals = 0 }: Load): Promise<LoadResult> => {
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
  const refused = result.statusCodeStats?.['400']?.count ?? 0;
  if (good !== amount - refusals || refused !== refusals || result.errors > 0) {
    throw new Error(`${path}: ${good} of ${amount} answers were 200, ${refused} were 400, ${result.errors} failed`);
  }
  return { perSecond: (amount / (ended - began)) * 1_000, p50: result.latency.p50, p99: result.latency.p99 };
};
