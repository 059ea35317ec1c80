import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { counterOf } from '../../metrics/make.ts';
import { sendAnswer } from './answer.ts';
import type { Authenticator } from './auth.ts';
import { type BackOfficeOptions, createBackOffice } from './back-office.ts';
import { createBodyReaders } from './body-readers.ts';
import { createDocs } from './docs.ts';
import type { Documents } from './documents.ts';
import { createDoor, type DoorLimits } from './door.ts';
import { createErrorHandler } from './error-handler.ts';
import { HttpError } from './errors.ts';
import { createRequestBatches, currentTurn } from './event-loop-turns.ts';
import { expressKinds, type HttpKinds } from './express-kinds.ts';
import { createImageRouter, IMAGES_PATH, type ReadImage } from './images.ts';
import type { Limiter } from './limits.ts';
import { createObserver, type Observe } from './observe.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createPipeline } from './pipeline.ts';
import { UnreadBytes, type UnreadLimits } from './readers/unread-bytes.ts';
import { requestIdOf, stateOf } from './request-state.ts';
import { createResponseChecks, type OnErrorAnswered, type ResponseMismatch } from './response-check.ts';
import type { RouteGroup } from './route.ts';
import type { RouteWaits } from './route-request.ts';
import { addRoutes } from './routing.ts';
import { type StreamLimits, Streams } from './streams.ts';
import { createProxyWatch } from './unnamed-proxy.ts';

export interface AppOptions {
  readonly groups: readonly RouteGroup[];
  /** Of the docs page. */
  readonly title: string;
  /** The documents of these routes. Called for the first reader of one. */
  readonly makeDocuments: () => Promise<Documents>;
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  readonly waits: RouteWaits;
  /** Bytes: the limit of an uncompressed body of a partner, whatever its route needs. */
  readonly bodyLimit: number;
  /** Bounds of endless streams, if they differ from the usual ones. */
  readonly streams?: Partial<StreamLimits>;
  /** How many requests of a brand are worked on at once, if it differs from the usual. */
  readonly door?: DoorLimits;
  /** Bounds of what is held for readers, if they differ from the usual ones. */
  readonly unread?: Partial<UnreadLimits>;
  /** Proxies in front of us whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  /** Of the demo's dishes. Other brands have theirs elsewhere. */
  readonly pictures?: Pictures | undefined;
  /** Pictures that venues have sent. Undefined: there are none. */
  readonly readImage?: ReadImage | undefined;
  /** The pages for people. Undefined: a process that serves no API shows none. */
  readonly backOffice?: BackOfficeOptions | undefined;
  readonly log: Logger;
  readonly registry: Registry;
  /** Checks every answer against its schema, and makes one that does not fit a 500. For tests: it costs time. */
  readonly checkResponses?: boolean;
  readonly onResponseMismatch?: (mismatch: ResponseMismatch) => void;
  readonly onErrorAnswered?: OnErrorAnswered;
}

export type HttpApp = ((req: IncomingMessage, res: ServerResponse) => void) & {
  /**
   * Ends every endless stream, also later ones: the server cannot stop while one goes on. Clients are told to close.
   */
  endStreams(): void;
  /** What the server makes for it. */
  readonly kinds: HttpKinds;
};

/** The whole HTTP interface from its routes: checks, documentation, errors, log and metrics. */
export const createApp = (options: AppOptions): HttpApp => {
  const app = express();
  const unread = new UnreadBytes(options.unread, options.registry);
  const streams = new Streams(unread, options.streams);
  const checks = createResponseChecks(options);
  const bodyReaderOf = createBodyReaders(options.bodyLimit);
  const batches = createRequestBatches();
  const door = createDoor(options.door);
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  // All of the query, which is 16 KB at most: by default parameters after the thousandth would be left out.
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }));
  app.set('trust proxy', options.trustProxy);

  const seeProxy = createProxyWatch(options.trustProxy, options.log);
  const start = begin(createObserver(options.log, options.registry), seeProxy, () => streams.isStopping);
  app.use(start);
  addRoutes(app, options.groups, (route, pattern) =>
    createPipeline(route, pattern, {
      ...options,
      bodyReaderOf,
      batches,
      unread,
      door,
      send: (req, res, answer) => {
        checks.checkAnswer(route, pattern, answer);
        return sendAnswer(req, res, answer, { streams, unread });
      },
    }),
  );
  app.use(createDocs(options.makeDocuments, options.title));
  if (options.readImage) app.use(IMAGES_PATH, createImageRouter(options.readImage));
  if (options.pictures) app.use(options.pictures.path, createPictures(options.pictures));
  if (options.backOffice) app.use(createBackOffice(options.backOffice));
  app.use(() => {
    throw new HttpError(404, 'route_not_found');
  });
  const noteTooMany = counterOf(options.registry, 'too_many_requests_total');
  const answerError = createErrorHandler(options.log, checks.checkError, options.authenticator, noteTooMany);
  app.use(answerError);

  const handle = (req: Request, res: Response): void => {
    app(req, res, (failure?: unknown) => {
      // Not even the error can be answered.
      if (failure !== undefined) res.destroy();
      // An address without a path, as `http://`, passes the router by, and so everything above.
      else start(req, res, () => answerError(new HttpError(400, 'path_malformed'), req, res, () => {}));
    });
  };
  const endStreams = () => streams.stop();
  // The server makes requests and answers of Express's kind.
  return Object.assign(handle as (req: IncomingMessage, res: ServerResponse) => void, {
    endStreams,
    kinds: expressKinds(app),
  });
};

const begin =
  (observe: Observe, seeProxy: ReturnType<typeof createProxyWatch>, isStopping: () => boolean): RequestHandler =>
  (req, res, next) => {
    seeProxy(req.headers);
    const state = stateOf(res);
    state.requestId = requestIdOf(req.headers['x-request-id']);
    state.startedAt = performance.now();
    state.turn = currentTurn();
    state.isStopping = isStopping;
    res.on('close', () => observe(req, res));
    next();
  };
