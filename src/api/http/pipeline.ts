import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { validate } from '../../commands/validate.ts';
import type { Authenticator } from './auth.ts';
import { type BodyReader, createBodyReader } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { CheckedRequest } from './checked-request.ts';
import { HttpError } from './errors.ts';
import type { KeyRecord } from './key-record.ts';
import type { Limiter } from './limits.ts';
import { type RequestState, stateOf } from './request-state.ts';
import type { Answer, Route } from './route.ts';

export interface PipelineOptions {
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  readonly log: Logger;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly bodyBudget: BodyBudget;
  send(req: Request, res: Response, answer: Answer): void | Promise<void>;
}

/** Nobody without a token gets to send us more than this. */
const PUBLIC_BODY_LIMIT = 16 * 1024;

/**
 * A route as one Express handler. Everything that can be made beforehand is; a request then passes, in this order: token,
 * audience, permission, rate limit, body, validation, the route's own handler. So who may not call learns nothing, and makes
 * us read nothing.
 */
export const createPipeline = (route: Route, pattern: string, options: PipelineOptions): RequestHandler => {
  const { limiter, send, log } = options;
  const authorise = createAuthorisation(route, options.authenticator);
  const readBody = createRouteBodyReader(route, options);
  const isLimited = authorise !== undefined || route.limit !== undefined;

  return async (req, res) => {
    const state = stateOf(res);
    state.route = route;
    state.pattern = pattern;
    const key = authorise && (await authorise(req, state));
    // Known at once for most: then nothing is waited for.
    const counted = isLimited ? limiter.consume(req, res, route.limit, key) : undefined;
    if (counted) await counted;
    const body = readBody && (await readBody(req, res, key?.key_id ?? 'public'));
    const request = new CheckedRequest(
      {
        params: route.params && validate(route.params, req.params),
        query: route.query && validate(route.query, queryOf(req)),
        body: route.body && validate(route.body, body),
        req,
        res,
      },
      key,
      log,
    );
    await send(req, res, await route.handler(request));
  };
};

const createAuthorisation = (
  route: Route,
  authenticator: Authenticator,
): ((req: Request, state: RequestState) => Promise<KeyRecord>) | undefined => {
  const { audience, permission } = route;
  if (audience === 'public') return undefined;
  const audiences: readonly string[] = typeof audience === 'string' ? [audience] : audience;
  return async (req, state) => {
    const key = await authenticator.authenticate(req.headers.authorization);
    // Known before it is refused anything: the refusal is in its language, and logged as its own.
    state.key = key;
    if (!audiences.includes(key.audience)) throw new HttpError(403, 'audience_forbidden');
    if (permission && !key.permissions.includes(permission)) throw new HttpError(403, `no_access_to_${permission}`);
    return key;
  };
};

const createRouteBodyReader = (
  route: Route,
  { bodyLimit, bodyBudget }: Pick<PipelineOptions, 'bodyLimit' | 'bodyBudget'>,
): BodyReader | undefined => {
  if (!route.body) return undefined;
  const most = route.audience === 'public' ? PUBLIC_BODY_LIMIT : bodyLimit;
  return createBodyReader(Math.min(route.bodyLimit ?? most, most), bodyBudget);
};

/** The query as strings. A parameter left empty was not given; one given twice has no one value. */
const queryOf = (req: Request): Record<string, string> => {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.query)) {
    if (typeof value !== 'string') throw new HttpError(400, 'field_repeated', { field: name.slice(0, 64) });
    if (value !== '') query[name] = value;
  }
  return query;
};
