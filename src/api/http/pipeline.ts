import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { validate } from '../../commands/fields/validate.ts';
import { createAccessCheck } from './access.ts';
import type { Authenticator } from './auth.ts';
import type { BodyReader } from './body.ts';
import { isRefused } from './broken-requests.ts';
import { CheckedRequest } from './checked-request.ts';
import type { Door } from './door.ts';
import { HttpError } from './errors.ts';
import { currentTurn, type RequestBatches } from './event-loop-turns.ts';
import type { KeyRecord } from './key-record.ts';
import { type Limiter, pointsForBody } from './limits.ts';
import { languageOfTag } from './messages/asked-language.ts';
import { LANGUAGES } from './messages/languages.ts';
import type { UnreadBytes } from './readers/unread-bytes.ts';
import { stateOf } from './request-state.ts';
import type { Route } from './route.ts';
import type { Answer } from './route-answer.ts';
import type { RouteWaits } from './route-request.ts';

export interface PipelineOptions {
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  readonly waits: RouteWaits;
  readonly batches: RequestBatches;
  readonly log: Logger;
  readonly unread: UnreadBytes;
  readonly door: Door;
  /** Undefined for a route without a body. */
  readonly bodyReaderOf: (route: Route) => BodyReader | undefined;
  send(req: Request, res: Response, answer: Answer): void | Promise<void>;
}

/**
 * A route as one Express handler. Everything that can be prepared is. A request then passes, in this order: token, rate
 * limit, audience, permission, body, validation, the wait for the read models that it reads, the route's own handler,
 * the wait for the read models that show its change. So a caller without access learns nothing, makes us read nothing,
 * and cannot ask without a limit.
 */
export const createPipeline = (route: Route, pattern: string, options: PipelineOptions): RequestHandler => {
  const { limiter, waits, batches, door, send } = options;
  const { readAfter, answerAfter } = route;
  const isPublic = route.audience === 'public';
  const checkAccess = createAccessCheck(route);
  const readBody = options.bodyReaderOf(route);
  const isOftenLarge = route.limit === 'reports' || route.audience === 'auditor';
  const parameters = route.query ? parametersOf(route.query) : NO_PARAMETERS;
  // Reports and audits take long, and have queues of their own.
  const isAtTheDoor = !isPublic && !isOftenLarge;
  /** Undefined if the route has no parameters. */
  const readQuery = (req: Request, key: KeyRecord | undefined): unknown => {
    const query = queryOf(req, parameters);
    if (!parameters.has(LANGUAGE)) takeLanguage(query, key);
    return route.query && validate(route.query, query);
  };
  const isLimited = !isPublic || route.limit !== undefined;

  const authenticate = async (req: Request): Promise<KeyRecord> => {
    try {
      return await options.authenticator.callerOf(req);
    } catch (error) {
      // Each costs the check of a signature, and there is no key whose limit it could count to.
      if (error instanceof HttpError) await limiter.delayStranger(req);
      throw error;
    }
  };

  const work = async (request: CheckedRequest): Promise<Answer> => {
    if (readAfter) request.shownTo = await waits.beforeReading(readAfter, request);
    const answer = await route.handler(request);
    if (answerAfter && answer.position != null) await waits.beforeAnswering(answerAfter, answer.position);
    return answer;
  };

  const handle = async (req: Request, res: Response): Promise<void> => {
    const state = stateOf(res);
    state.route = route;
    state.pattern = pattern;
    const key = isPublic ? undefined : await authenticate(req);
    // Known before any refusal: the refusal is in the key's language, and logged under the key.
    if (key) state.key = key;
    // Most keys are known at once: then there is no wait.
    const counted = isLimited ? limiter.consume(req, res, route.limit, key) : undefined;
    if (counted) await counted;
    if (key) checkAccess(key);
    if (isOftenLarge) options.unread.accountOf(res).requireRoom();
    let body: unknown;
    try {
      body = readBody && (await readBody(req, res, key?.key_id ?? 'public'));
    } finally {
      // Also if the body turned out to be unreadable.
      const points = pointsForBody(state.bodyBytes ?? 0);
      if (key && points > 0) await limiter.charge(res, key, points);
    }
    const gathered = readBody && batches.gathered();
    if (gathered) {
      await gathered;
      state.turn = currentTurn();
    }
    // It was answered while the rest of it was on its way.
    if (isRefused(req.socket)) return;
    const request = new CheckedRequest(
      {
        params: route.params && validate(route.params, req.params),
        query: readQuery(req, key),
        body: route.bytes ? body : route.body && validate(route.body, body),
        req,
        res,
      },
      key,
      options,
    );
    const points = route.cost?.(request.body) ?? 0;
    if (key && points > 0) await limiter.charge(res, key, points);
    const brandId = isAtTheDoor ? key?.brand_id : undefined;
    if (brandId == null) {
      await send(req, res, await work(request));
      return;
    }
    const waiting = door.enter(brandId, state.startedAt);
    if (waiting) await waiting;
    let answer: Answer;
    try {
      answer = await work(request);
    } finally {
      door.leave(brandId, performance.now());
    }
    await send(req, res, answer);
  };
  return readBody ? (req, res) => batches.count(() => handle(req, res)) : handle;
};

const NO_PARAMETERS: ReadonlySet<string> = new Set();

/** Every route takes it. */
const LANGUAGE = 'language';

/**
 * The language is read where a text is made. One that we do not speak is refused, so that a typo is seen; but a partner
 * may pass on what its guest's phone says: an order is not lost for the language of its texts.
 */
const takeLanguage = (query: Record<string, string>, key: KeyRecord | undefined): void => {
  const { [LANGUAGE]: language } = query;
  const isLenient = !key || key.audience === 'partner';
  if (language !== undefined && !isLenient && languageOfTag(language) === undefined) {
    throw new HttpError(400, 'field_not_allowed', { field: LANGUAGE, allowed: [...LANGUAGES] });
  }
  delete query[LANGUAGE];
};

/** The names of a route's parameters. Queries are schemas of objects, some of them with a check or a change behind. */
const parametersOf = (query: z.ZodType): ReadonlySet<string> => {
  if (query instanceof z.ZodObject) return new Set(Object.keys(query.shape));
  if (query instanceof z.ZodPipe) return parametersOf(query.in as z.ZodType);
  throw new Error('the query of a route must be an object');
};

/**
 * The query as strings. A parameter that the route does not know is refused: a caller that misspelled it would take an
 * answer without it for one with it. An empty parameter counts as missing; one that is given twice has no single value.
 */
const queryOf = (req: Request, parameters: ReadonlySet<string>): Record<string, string> => {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.query)) {
    const field = name.slice(0, 64);
    if (!parameters.has(name) && name !== LANGUAGE) throw new HttpError(400, 'parameter_unknown', { field });
    if (typeof value !== 'string') throw new HttpError(400, 'field_repeated', { field });
    if (value !== '') query[name] = value;
  }
  return query;
};
