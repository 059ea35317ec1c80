import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Audience } from '../../commands/bus/caller.ts';
import type { AnswerAfter } from '../../commands/bus/operation.ts';
import type { KeyRecord, Permission } from './key-record.ts';
import type { Language } from './messages/languages.ts';

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/**
 * Counters beside the one every key has: `token` counts callers by address, the others by key. `reports` is one counter for
 * reports, exports and attendance shifts together.
 */
export type LimitClass = 'reports' | 'token' | 'send_code';

/**
 * An answer that isn't JSON, or not only: `orJson` is the schema where the caller may have JSON instead. Of several types
 * the caller chooses one.
 */
export interface OtherResponse {
  readonly contentType: string | readonly string[];
  readonly description: string;
  readonly orJson?: z.ZodType;
  /** What the answer's own headers tell, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON answer's schema, or another kind of answer. */
export type ResponseDoc = z.ZodType | OtherResponse;

export const isOtherResponse = (doc: ResponseDoc): doc is OtherResponse => 'contentType' in doc;

/** What a route waits for before it reads: read models that show the log as of now, or the stop-list of the point it names. */
export type ReadAfter = 'orders' | 'reservations' | 'stop-list';

/** Everybody reads his own writes, by waits that are bounded: see `readAfter` and `answerAfter`. */
export interface RouteWaits {
  /** Answers the end the log had, or null when the read models do not show it. */
  beforeReading(readAfter: ReadAfter, request: Pick<RouteRequest, 'query' | 'body'>): Promise<number | null>;
  beforeAnswering(answerAfter: AnswerAfter, position: number): Promise<void>;
}

/** A request that passed every check. Values are what the schemas made of them. */
export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The end the log had when the request came, where the read models of `readAfter` show it; else null. */
  readonly shownTo: number | null;
  /** Whose key it is. Throws on a public route, where nobody is known. */
  readonly caller: KeyRecord;
  /** The caller's brand: the key of every query. 403 for the platform, which has none. */
  readonly brandId: string;
  readonly requestId: string;
  /** Aborted when the client goes away before it has its answer: work that nobody waits for should end. */
  readonly signal: AbortSignal;
  /** The caller's brand's language; English when nobody is known. */
  readonly language: Language;
  readonly req: Request;
  readonly res: Response;
  /** Logs an error that is our own fault, where it becomes part of the answer and not the answer. */
  logFault(error: unknown): void;
}

/** What a stream writes to. */
export interface Outgoing {
  /** Resolves when the client can take more. Rejects when it went away, or `signal` is aborted. */
  write(chunk: string | Buffer, signal?: AbortSignal): Promise<void>;
  /** Whether the client has yet to take what was written: what can be left out should be. */
  readonly isFull: boolean;
  /** Aborted when the client goes away or the server stops: the stream must then end. */
  readonly signal: AbortSignal;
}

export interface AnswerHead {
  /** 200 unless told. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Log position of what was recorded, for `answerAfter`; null: nothing was. */
  readonly position?: number | null;
}

/** JSON; bytes made beforehand (see `preserialised`); or a stream, which has ended when its promise resolves. */
export type Answer = AnswerHead &
  (
    | { readonly body: unknown }
    | { readonly bytes: Buffer; readonly etag?: string; readonly contentType?: string }
    | { readonly contentType: string; readonly stream: (out: Outgoing) => Promise<void> }
  );

/** One route: its checks, its documentation and what it does. */
export interface Route<Params = unknown, Query = unknown, Body = unknown> {
  readonly method: Method;
  /** Below the group's base path; parameters as `:order_id`. */
  readonly path: string;
  /** `public`: no token is asked for. */
  readonly audience: Audience | 'public' | readonly Audience[];
  /** 403 for keys without it. */
  readonly permission?: Permission;
  /** Counted by this too, beside the limit every key has. */
  readonly limit?: LimitClass;
  /** Bytes that a body of it needs at most: 1 MB unless told. */
  readonly bodyLimit?: number | undefined;
  /** Points of the key's limit that a request with this body costs beside its one, where it may hold a lot of work. */
  readonly cost?: (body: Body) => number;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** What the route reads from headers of its own, by name, for the documentation. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** Its answers carry an ETag, so that a client that still has one gets 304. */
  readonly hasEtag?: boolean;
  /** The handler is called once these read models show everything there is, or after a bounded wait. */
  readonly readAfter?: ReadAfter | undefined;
  /** The answer goes out once these read models show its `position`, or after a bounded wait. */
  readonly answerAfter?: AnswerAfter | undefined;
  /** Errors of this route beside those its parts imply (see errorStatuses). */
  readonly errors?: readonly (400 | 401 | 403 | 404 | 409)[];
  handler(request: RouteRequest<Params, Query, Body>): Answer | Promise<Answer>;
}

/** Defines a route. The schemas type the handler's request. */
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
): Route => route as unknown as Route;

/** Every error status a route can answer: what its own parts imply, and what it says of itself. */
export const errorStatuses = (route: Route): number[] => {
  const hasToken = route.audience !== 'public';
  const statuses = [
    ...(route.params || route.query || route.body ? [400] : []),
    ...(hasToken ? [401, 403] : []),
    ...(route.body ? [413] : []),
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
  readonly description: string;
  readonly body: z.ZodType;
}

export interface RouteGroup {
  /** `/v1`, or `` for the root. */
  readonly base: string;
  readonly routes: readonly Route[];
  /** Calls to those who use the routes. */
  readonly webhooks?: readonly Webhook[];
}

/**
 * JSON serialised once and served many times. `etag` (without quotes) names these very bytes: a client that still has them
 * gets 304.
 */
export const preserialised = (bytes: Buffer, etag: string): Answer => ({ bytes, etag });
