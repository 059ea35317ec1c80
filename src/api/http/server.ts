import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpApp } from './app.ts';
import { answerBrokenRequest, answering, hasWrongHost, refuseAndClose } from './broken-requests.ts';
import { HttpError } from './errors.ts';
import { createPipelineBound } from './pipelined.ts';
import { portOf } from './port-of.ts';
import { type CutFor, READER_LIMITS, type ReaderLimits, watchReaders } from './readers/watch-readers.ts';

/** Longer than the usual proxy's 60 s, so that the proxy closes first: a request never meets a closing connection. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 15_000;
/** For a whole request, even 200 MB over a slow line. */
const REQUEST_MS = 300_000;
/** A connection without a request is closed after so long without a word. */
const SILENT_MS = 120_000;
const DRAIN_MS = 10_000;
const LOOK_MS = 25;

export interface RunningServer {
  /** The chosen port, if 0 was asked for. */
  readonly port: number;
  /**
   * Ends endless streams and tells clients, with each answer, to close. After `graceMs` it takes no more connections
   * and closes unused ones, lets requests under way finish for at most `drainMs` (10 s), then cuts the rest. Resolves
   * when every connection is closed.
   */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly drainMs?: number;
  /**
   * How long clients are told to close before we close their connections (0). A request that is sent into a closing
   * connection fails, and a client that uses its connection may have sent its next request already.
   */
  readonly graceMs?: number;
  /** For a request's headers to arrive (15 s). */
  readonly headersMs?: number;
  /** For a whole request to arrive (300 s). At least as long as for its headers. */
  readonly requestMs?: number;
  /** When clients that leave their answers unread are cut off, if it differs from the usual. */
  readonly readers?: Partial<ReaderLimits>;
  /** Is told of each client that was cut off. */
  readonly onCut?: (why: CutFor) => void;
}

/** Listens. Rejects when the address cannot be used. */
export const startServer = async (app: HttpApp, options: ListenOptions): Promise<RunningServer> => {
  const headersMs = options.headersMs ?? HEADERS_MS;
  /**
   * Connections whose last answer is under way. Later requests on them must not be carried out, because they would not
   * be answered.
   */
  const refused = new WeakSet<Duplex>();
  const pipelined = createPipelineBound();
  const onRequest: RequestListener = (req, res) => {
    if (refused.has(req.socket)) return pipelined.drop(req.socket);
    const refusal = hasWrongHost(req) ? new HttpError(400, 'http_malformed') : pipelined.refusalOf(res);
    if (!refusal) return app(req, res);
    refused.add(req.socket);
    refuseAndClose(res, refusal);
  };
  const server = createServer(
    {
      ...app.kinds,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: headersMs,
      requestTimeout: options.requestMs ?? REQUEST_MS,
      // How often these two limits are checked.
      connectionsCheckingInterval: headersMs / 3,
      // Node itself would refuse with an empty body.
      requireHostHeader: false,
    },
    onRequest,
  );
  server.on('clientError', (error, socket) => {
    // The rest of a request that was too slow may still come: a process that stood still finds both at once.
    refused.add(socket);
    answerBrokenRequest(error, socket);
  });
  // An unknown expectation is no reason to refuse: the request is answered as if it had none.
  server.on('checkExpectation', onRequest);
  // The code that reads the body tells the client to continue, if it may send one.
  server.on('checkContinue', onRequest);
  server.setTimeout(SILENT_MS, (socket) => {
    if (!answering(socket)) socket.destroy();
  });
  // Otherwise a client that has stopped reading, as a frozen browser tab does, would keep its socket and its unread
  // answer for ever.
  watchReaders(server, { ...READER_LIMITS, ...options.readers }, options.onCut ?? (() => {}));
  await listen(server, options);
  let closed: Promise<void> | undefined;
  return {
    port: portOf(server),
    close: () => {
      closed ??= stop(server, app, options);
      return closed;
    },
  };
};

const listen = (server: Server, { host, port }: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

const stop = async (
  server: Server,
  app: HttpApp,
  { graceMs = 0, drainMs = DRAIN_MS }: ListenOptions,
): Promise<void> => {
  app.endStreams();
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline && (await connectionsOf(server)) > 0) await delay(LOOK_MS);
  await drain(server, drainMs);
};

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });

const drain = (server: Server, drainMs: number): Promise<void> =>
  new Promise((resolve) => {
    // A kept-alive connection becomes idle when its request is over. Node's server does not look for that by itself.
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const cut = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
