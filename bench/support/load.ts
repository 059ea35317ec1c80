import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly token: string;
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
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export const CONNECTIONS = 64;

/** Sends the requests as fast as they are answered. Throws unless all are good, but for so many refusals. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const { url, path, token, amount, nextBody, refusals = 0, good = 200, refused = 400 } = load;
  const { connections = CONNECTIONS } = load;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const began = performance.now();
  let ended = began;
  const result = await autocannon({
    ...{ url: url + path, connections, amount, headers },
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
  const count = (status: number): number => result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const [yes, no] = [count(good), count(refused)];
  if (yes !== amount - refusals || no !== refusals || result.errors > 0) {
    throw new Error(
      `${path}: ${yes} of ${amount} answers were ${good}, ${no} were ${refused}, ${result.errors} failed`,
    );
  }
  return { perSecond: (amount / (ended - began)) * 1_000, p50: result.latency.p50, p99: result.latency.p99 };
};
