import type { Answered } from './exchange.ts';

/** A due delivery. */
export interface DueDelivery {
  readonly id: number;
  /** Deliveries of one queue go to one receiver: a slow receiver holds up no other queue. */
  readonly queue: string;
  readonly event: string;
  readonly event_id: string;
  readonly body: string;
  readonly failures: number;
  readonly tries: number;
  /** Log position of the request to resend that this sending answers; 0: none. */
  readonly resent_position: number;
}

/** Where a call goes as of now, or why the queue is not sent. */
export type Route =
  | { readonly kind: 'open'; readonly brand_id: string; readonly url: string; readonly secret_id: string }
  /** The whole queue becomes undelivered; with `events`, only deliveries of these names. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly events?: readonly string[] };

/** What an answer means for its delivery, beside what the schedule makes of a failure. */
export interface Meaning {
  /** The receiver refused: no further attempt. */
  readonly is_final?: boolean;
  /** What the receiver said of it. */
  readonly message?: string | null;
}

/**
 * A kind of deliveries: which are due, where each goes, how it is sent. The sender does the rest for all of them. What `due` gives, the
 * sender gives back to the same channel.
 */
export interface Channel<Due extends DueDelivery = DueDelivery> {
  /** The value of `kind` in app.deliveries. */
  readonly kind: string;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
  /** So many calls that they would be a storm: only some begin at a host in a second. */
  readonly isPaced?: true;
  /** The command that makes a new secret, for the log. */
  readonly rotateWith: string;
  /** The most bytes of an answer that are read. Undefined: only its status counts. */
  readonly answerBytes?: number;
  /**
   * Due deliveries, the longest due first: up to `each` for every queue, so that none hides behind another's backlog.
   * None for queues that have enough.
   */
  due(now: Date, each: number, enough: readonly string[]): Promise<Due[]>;
  /** Waiting deliveries that will never be due become undelivered. `due` leaves them out before that. */
  stopHopeless(now: Date): Promise<void>;
  /** As of now: a receiver that was taken off a moment ago gets no more calls. */
  route(delivery: Due): Promise<Route>;
  headersOf(delivery: Due): Readonly<Record<string, string>>;
  /** Waiting deliveries of a queue become undelivered, and are kept. `events`: only these. */
  stopAll(queue: string, reason: string, events?: readonly string[]): Promise<void>;
  /** Notes that the call is being made. False: it must not be made any more. */
  begin?(delivery: Due): Promise<boolean>;
  /** Takes in the answer before the attempt is recorded. If it throws, the attempt has failed. */
  takeIn?(delivery: Due, result: Answered): Promise<Meaning>;
}
