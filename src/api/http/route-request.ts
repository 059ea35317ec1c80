import type { Request, Response } from 'express';
import type { AnswerAfter } from '../../commands/bus/operation.ts';
import type { KeyRecord } from './key-record.ts';
import type { Language } from './messages/languages.ts';
import type { UnreadAccount } from './readers/unread-account.ts';

/**
 * What a route waits for before it reads: read models that show the log as of now (`board`: all that a board is made of;
 * `products`: all that points have set for products, too), or the stop-list of the point it names.
 */
export type ReadAfter =
  | ('orders' | 'reservations' | 'entity_events' | 'cheques' | 'activity' | 'clients')
  | ('venue' | 'catalogue' | 'counterparties' | 'payroll')
  | ('board' | 'products' | 'stop-list');

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
  /** Counts what is held in memory until the client takes it. */
  readonly unread: UnreadAccount;
  /** The language that the request asks for, else that of the caller's brand. English if the caller is not known. */
  readonly language: Language;
  /** Undefined if the request asks for none that we speak. */
  readonly askedLanguage: Language | undefined;
  readonly req: Request;
  readonly res: Response;
  /** Logs an error that is our own fault, for a route that puts it into its answer instead of throwing it. */
  logFault(error: unknown): void;
}
