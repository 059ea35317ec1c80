import type { z } from 'zod';
import type { Audience } from '../../commands/bus/caller.ts';
import type { AnswerAfter } from '../../commands/bus/operation.ts';
import { strictly } from '../../commands/fields/strictly.ts';
import type { KeyPermission } from '../../domain/keys/events.ts';
import type { Answer, ResponseDoc } from './route-answer.ts';
import type { ReadAfter, RouteRequest } from './route-request.ts';

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/**
 * Counters beside the one every key has: `token` counts callers by address, the others by key. `reports` is one counter
 * for reports, exports and attendance shifts together.
 */
export type LimitClass = 'reports' | 'token' | 'send_code';

/** What a body that isn't JSON may be. */
export interface RouteBytes {
  /** Media types. */
  readonly types: readonly string[];
  /** How large it may be, in bytes. */
  readonly most: number;
}

/** One route: its checks, its documentation and what it does. */
export interface Route<Params = unknown, Query = unknown, Body = unknown> {
  readonly method: Method;
  /** What generated clients call it, in camelCase: it stays when the path or the summary changes. */
  readonly operationId: string;
  /** Below the group's base path; parameters as `:order_id`. */
  readonly path: string;
  /** `public`: the route asks for no token. `person`: for whoever is signed in, and for no key. */
  readonly audience: Audience | 'public' | 'person' | readonly Audience[];
  /** Keys without it get 403. */
  readonly permission?: KeyPermission;
  /** The command that the route carries out: a person's role must have it. Other routes go by their operationId. */
  readonly command?: string;
  /** The route's requests are counted by this limit too, beside the limit that every key has. */
  readonly limit?: LimitClass;
  /** The largest body that the route needs, in bytes. Default: 1 MB. */
  readonly bodyLimit?: number | undefined;
  /** How many more points of the key's limit a request with this body costs. For bodies that may ask for much work. */
  readonly cost?: (body: Body) => number;
  /** The route takes bytes in place of JSON: its handler has them, a Buffer, as its body. */
  readonly bytes?: RouteBytes;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Headers that only this route reads, by name, for the documentation. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** The answers carry an ETag. A client that still has the same content gets 304. */
  readonly hasEtag?: boolean;
  /** The answers set the cookie of the session, or take it away. */
  readonly setsCookie?: boolean;
  /** The handler is called when these read models show the whole log, or after a bounded wait. */
  readonly readAfter?: ReadAfter | undefined;
  /** The answer is sent when these read models show its `position`, or after a bounded wait. */
  readonly answerAfter?: AnswerAfter | undefined;
  /** Errors of this route, beside those that follow from its parts (see errorStatuses). */
  readonly errors?: readonly (400 | 401 | 403 | 404 | 409 | 429)[];
  handler(request: RouteRequest<Params, Query, Body>): Answer | Promise<Answer>;
}

/**
 * Defines a route. The schemas type the handler's request. The server has routes of every type in one list, and checks
 * each request against the route's schemas: so the types end here. Fields that a body's schema does not have are ignored
 * if partners or strangers send it, else refused.
 */
export const defineRoute = <
  Params extends z.ZodType = z.ZodType<unknown>,
  Query extends z.ZodType = z.ZodType<unknown>,
  Body extends z.ZodType = z.ZodType<unknown>,
>(
  route: Omit<Route, 'params' | 'query' | 'body' | 'cost' | 'handler'> & {
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly cost?: (body: z.output<Body>) => number;
    handler(request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body>>): Answer | Promise<Answer>;
  },
): Route => {
  const { audience, body } = route;
  const isLenient = ['partner', 'public'].some((who) => [audience].flat().some((one) => one === who));
  return { ...route, ...(body && !isLenient && { body: strictly(body) }) } as unknown as Route;
};

/** Every error status that a route can answer: those that follow from its parts, and its own `errors`. */
export const errorStatuses = (route: Route): number[] => {
  const hasToken = route.audience !== 'public';
  const statuses = [
    400,
    ...(hasToken ? [401, 403] : []),
    ...(route.body || route.bytes ? [413] : []),
    ...(hasToken || route.limit ? [429] : []),
    ...(route.errors ?? []),
    500,
    503,
  ];
  return [...new Set(statuses)].filter((status) => !(status in route.responses)).sort((a, b) => a - b);
};

/** A call that we make to a partner, for the documentation. */
export interface Webhook {
  readonly event: string;
  readonly summary: string;
  readonly body: z.ZodType;
  /** A body as a partner gets it, for people. */
  readonly example?: unknown;
}

export interface RouteGroup {
  /** `/v1`, or `` for the root. */
  readonly base: string;
  readonly routes: readonly Route[];
  /** Calls to those who use the routes. */
  readonly webhooks?: readonly Webhook[];
}
