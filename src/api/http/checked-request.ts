import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { logFault } from './error-handler.ts';
import { callerHasGone, HttpError } from './errors.ts';
import type { KeyRecord } from './key-record.ts';
import { askedLanguage } from './messages/asked-language.ts';
import type { Language } from './messages/languages.ts';
import { onceOver } from './once-over.ts';
import type { UnreadAccount } from './readers/unread-account.ts';
import type { UnreadBytes } from './readers/unread-bytes.ts';
import { stateOf } from './request-state.ts';
import type { RouteRequest } from './route-request.ts';

type Parts = Pick<RouteRequest, 'params' | 'query' | 'body' | 'req' | 'res'>;

/** The request in the form that handlers get. */
export class CheckedRequest implements RouteRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly req: Request;
  readonly res: Response;
  shownTo: number | null = null;
  readonly #key: KeyRecord | undefined;
  readonly #log: Logger;
  #gone: AbortSignal | undefined;

  readonly #unread: UnreadBytes;

  constructor(
    { params, query, body, req, res }: Parts,
    key: KeyRecord | undefined,
    { log, unread }: { readonly log: Logger; readonly unread: UnreadBytes },
  ) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.req = req;
    this.res = res;
    this.#key = key;
    this.#log = log;
    this.#unread = unread;
  }

  get caller(): KeyRecord {
    if (!this.#key) throw new Error('a public route has no caller');
    return this.#key;
  }

  get brandId(): string {
    if (this.caller.brand_id === null) throw new HttpError(403, 'audience_forbidden');
    return this.caller.brand_id;
  }

  get requestId(): string {
    return stateOf(this.res).requestId;
  }

  get signal(): AbortSignal {
    this.#gone ??= goneSignal(this.res);
    return this.#gone;
  }

  get unread(): UnreadAccount {
    return this.#unread.accountOf(this.res);
  }

  get language(): Language {
    return this.askedLanguage ?? this.#key?.language ?? 'en';
  }

  get askedLanguage(): Language | undefined {
    return askedLanguage(this.req);
  }

  logFault(error: unknown): void {
    logFault(this.#log, this.res, error);
  }
}

/** Made on demand: most requests are answered before a client could go away. */
const goneSignal = (res: Response): AbortSignal => {
  const control = new AbortController();
  const onClose = (): void => {
    // The client has gone, so the result goes nowhere, and its failure is no fault of ours.
    if (!res.writableFinished) control.abort(callerHasGone());
  };
  onceOver(res, onClose);
  return control.signal;
};
