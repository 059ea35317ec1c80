import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { sendAnswer, sendJson } from './answer.ts';
import type { Authenticator } from './auth.ts';
import { describeError, errorBody, HttpError, toHttpError } from './errors.ts';
import type { Limiter } from './limits.ts';
import { createPipeline } from './pipeline.ts';
import { requestIdOf, stateOf } from './request-state.ts';
import type { RouteGroup } from './route.ts';
import { Streams } from './streams.ts';

export interface AppOptions {
  readonly groups: readonly RouteGroup[];
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Proxies in front of us whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  readonly log: Logger;
}

export type HttpApp = Express & {
  /** Ends every open stream: the server can't stop while one goes on. */
  endStreams(): void;
};

export const createApp = (options: AppOptions): HttpApp => {
  const { log } = options;
  const app = express();
  const streams = new Streams();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustProxy);

  app.use(begin);
  for (const { base, routes } of options.groups) {
    for (const route of routes) {
      const pattern = base + route.path;
      app[route.method](
        pattern,
        createPipeline(route, pattern, {
          ...options,
          send: (_route, req, res, answer) => sendAnswer(req, res, answer, streams),
        }),
      );
    }
  }
  app.use(() => {
    throw new HttpError(404, 'route_not_found');
  });
  const onError: ErrorRequestHandler = (error, _req, res, _next) => {
    const { requestId, key } = stateOf(res);
    const httpError = toHttpError(error);
    if (httpError.status === 500) log.error({ error: describeError(error), request_id: requestId }, 'request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    sendJson(res, httpError.status, errorBody(httpError, key?.language ?? 'en', requestId));
  };
  app.use(onError);
  return Object.assign(app, { endStreams: () => streams.stop() });
};

const begin: RequestHandler = (req, res, next) => {
  const state = stateOf(res);
  state.requestId = requestIdOf(req.headers['x-request-id']);
  state.startedAt = performance.now();
  res.setHeader('X-Request-Id', state.requestId);
  next();
};
