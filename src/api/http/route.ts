import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Audience } from '../../commands/bus/caller.ts';
import type { AnswerAfter } from '../../commands/bus/operation.ts';
import type { KeyRecord, Permission } from './key-record.ts';
import type { Language } from './messages/languages.ts';

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/**
 * Counters beside the one every key has: `token` counts callers by address, the others by key. `reports` is one counter
 * for reports, exports and attendance shifts together.
 */
export type LimitClass = 'reports' | 'token' | 'send_code';

/**
 * An answer that isn't JSON, or not only: `orJson` is the schema where the caller may have JSON instead. Of several
 * types the caller chooses one.
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

/**
 * What a route waits for before it reads: read models that show the log as of now, or the stop-list of the point it
 * names.
 */
export type ReadAfter = 'orders' | 'reservations' | 'entity_events' | 'stop-list';

/**
 * A caller reads its own writes: a request waits, for a bounded time, for the read models. See `readAfter`,
 * `answerAfter`.
 */
export interface RouteWaits {
  /** Returns the end of the log at the time of the call, or null if the read models do not show it. */
  beforeReading(readAfter: ReadAfter, request: Pick<RouteRequest, 'query' | 'body'>): Promise<number | null>;
  beforeAnswering(answerAfter: AnswerAfter, position: number): Promise<void>;
}

/** A request that passed every check. Values are what the schemas made of them. */
export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The end of the log when the request came. Null if the read models of `readAfter` do not show it. */
  readonly shownTo: number | null;
  /** The caller, by its key. Throws on a public route, where no caller is known. */
  readonly caller: KeyRecord;
  /** The caller's brand: the key of every query. 403 for the platform, which has none. */
  readonly brandId: string;
  readonly requestId: string;
  /** Aborted when the client goes away before it has its answer. The work for the answer should then end. */
  readonly signal: AbortSignal;
  /** The language of the caller's brand. English if the caller is not known. */
  readonly language: Language;
  readonly req: Request;
  readonly res: Response;
  /** Logs an error that is our own fault, for a route that puts it into its answer instead of throwing it. */
  logFault(error: unknown): void;
}

/** What a stream writes to. */
export interface Outgoing {
  /** Resolves when the client can take more. Rejects when it went away, or `signal` is aborted. */
  write(chunk: string | Buffer, signal?: AbortSignal): Promise<void>;
  /** True while the client has not yet taken what was written. The writer should then leave out what it can. */
  readonly isFull: boolean;
  /** Aborted when the client goes away or the server stops: the stream must then end. */
  readonly signal: AbortSignal;
}

export interface AnswerHead {
  /** 200 unless told. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Log position of what was recorded, for `answerAfter`. Null: nothing was recorded. */
  readonly position?: number | null;
}

/** JSON, or bytes made beforehand (see `preserialised`), or a stream. A stream has ended when its promise resolves. */
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
  /** `public`: the route asks for no token. */
  readonly audience: Audience | 'public' | readonly Audience[];
  /** Keys without it get 403. */
  readonly permission?: Permission;
  /** The route's requests are counted by this limit too, beside the limit that every key has. */
  readonly limit?: LimitClass;
  /** The largest body that the route needs, in bytes. Default: 1 MB. */
  readonly bodyLimit?: number | undefined;
  /** How many more points of the key's limit a request with this body costs. For bodies that may ask for much work. */
  readonly cost?: (body: Body) => number;
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
  /** The handler is called when these read models show the whole log, or after a bounded wait. */
  readonly readAfter?: ReadAfter | undefined;
  /** The answer is sent when these read models show its `position`, or after a bounded wait. */
  readonly answerAfter?: AnswerAfter | undefined;
  /** Errors of this route, beside those that follow from its parts (see errorStatuses). */
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

/** Every error status that a route can answer: those that follow from its parts, and its own `errors`. */
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
 * JSON that is serialised once and served many times. `etag` (without quotes) names exactly these bytes: a client that
 * still has them gets 304.
 */
export const preserialised = (bytes: Buffer, etag: string): Answer => ({ bytes, etag });
