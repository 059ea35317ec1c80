/**
 * The event store port. Two adapters implement it (postgres/, eventstoredb/); one contract suite in
 * test/contract/event-store/ runs on both. The rest of the system knows only this file.
 */

/** Who caused an event. `id` is the access key's id (or `system`); `name` is free text shown to auditors. */
export interface Actor {
  readonly kind: 'partner' | 'venue' | 'auditor' | 'platform' | 'system';
  readonly id: string;
  readonly name: string;
}

/** What is known about an event beyond its payload. Stored as is; auditors see these names. */
export interface EventMetadata {
  readonly command_id: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly actor: Actor;
  /** Every read that serves a caller is filtered by it. */
  readonly brand_id: string;
  /** The point that the event belongs to, if any: a till's feed can filter without opening payloads. */
  readonly point_id?: string;
  /** ISO 8601 instant in UTC: when it happened. For an offline till that is before it was recorded. */
  readonly occurred_at: string;
  readonly schema_version: number;
}

export interface NewEvent {
  /**
   * UUIDv5 of command id and index (and of the run, in stores that go by ids), so that an append that is sent twice is
   * recognised.
   */
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  /** Place in the whole log, from 1, ascending in commit order. Not necessarily dense. */
  readonly position: number;
  readonly stream: string;
  /** Place in the stream, from 0, dense. */
  readonly revision: number;
  /** ISO 8601 instant in UTC. */
  readonly recorded_at: string;
}

/** A recorded event whose type is known, and with it the shape of its data. */
export type Recorded<Event extends Pick<NewEvent, 'type' | 'data'>> = RecordedEvent & Event;

/**
 * The type that a store gives to an event that another program wrote into one of our streams. Such an event keeps its
 * place in the stream, so that revisions add up. It has no data and no metadata.
 */
export const FOREIGN_TYPE = '$foreign';

/** Whether this system wrote the event. */
export const isOwn = ({ type }: Pick<NewEvent, 'type'>): boolean => type !== FOREIGN_TYPE;

/** What the caller expects of the stream: it does not exist yet, anything, or its last revision. */
export type ExpectedRevision = 'no_stream' | 'any' | number;

export interface AppendResult {
  /** Revision and position of the last event appended. */
  readonly revision: number;
  readonly position: number;
}

/** Narrows a read of the whole log. Fields are joined by AND; lists by OR. */
export interface EventFilter {
  readonly brandId?: string;
  readonly pointId?: string;
  readonly stream?: string;
  /** The part of a stream's name before the dash. */
  readonly category?: string;
  readonly types?: readonly string[];
  /** Matches the actor's id or name. */
  readonly actor?: string;
  /** Bounds on `recorded_at`: from inclusive, to exclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** What must hold at the moment of an append. */
export interface Conditions {
  /** A stream that must still end at this revision; -1: it must not exist. */
  readonly unchanged: { readonly stream: string; readonly revision: number };
  /** An outside key that must still be free. It is claimed with the append, for this id. */
  readonly claim: { readonly kind: string; readonly scope: string; readonly key: string; readonly id: number } | null;
}

export interface EventBatch {
  /** In log order; empty only if the batch is just the caught-up signal. */
  readonly events: readonly RecordedEvent[];
  /** True when there was nothing more in the log after this batch. */
  readonly caughtUp: boolean;
}

export interface SubscribeOptions {
  /** Ends the subscription. */
  readonly signal: AbortSignal;
  /** Events held in memory for a slow consumer, at most (default 1 000). */
  readonly maxBatch?: number;
}

/**
 * Gets a line when a store keeps trying something by itself; otherwise a read that fails for good would look like
 * silence.
 */
export interface StoreLog {
  warn(details: object, message: string): void;
}

export interface EventStore {
  /**
   * True if the store recognises a repeated append by its events' ids alone, whatever else they hold: the append
   * succeeds, and adds nothing.
   */
  readonly goesByIds?: boolean;
  /**
   * Appends all events or none. Throws RevisionConflict, InvalidEvents (this append alone is at fault) or
   * StoreUnavailable (the outcome is unknown: read the stream to learn it). An empty list is a programming error.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * Appends to a stream that does not exist yet, if the conditions hold at that moment. Throws ConditionsFailed if they
   * do not, or if the stream exists, and otherwise as `append` does. Only stores that can check them in the append's
   * own transaction have it.
   */
  appendIf?(conditions: Conditions, stream: string, events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * The stream's events with revision >= fromRevision, in order, at most `limit`; [] for a stream that does not exist.
   * Includes events of other programs, with the type FOREIGN_TYPE. All other reads leave those out.
   */
  read(stream: string, fromRevision?: number, limit?: number): Promise<RecordedEvent[]>;
  /**
   * Up to `limit` events with position > afterPosition, in log order. With a filter it may walk over the whole log for
   * few of them: when the signal aborts it stops, and answers what it has found so far.
   */
  readAll(afterPosition: number, limit: number, filter?: EventFilter, signal?: AbortSignal): Promise<RecordedEvent[]>;
  /**
   * Whether `readAll` can begin at a position that a caller names, without a search through the log: one of our events
   * is there, or the log ends before it. Stores that can begin anywhere do not have it.
   */
  isPlace?(position: number): Promise<boolean>;
  /**
   * The events at these positions, in the order asked for. Only positions that this store gave: EventStoreDB cannot
   * begin to read elsewhere.
   */
  readAt(positions: readonly number[]): Promise<RecordedEvent[]>;
  /**
   * Every event with position > afterPosition, in commit order, without loss or repeat, until the signal aborts. The
   * consumer pulls: the store reads at most one batch ahead. The subscription survives the server going away.
   */
  subscribe(afterPosition: number, options: SubscribeOptions): AsyncIterable<EventBatch>;
  /** Position of the last event in the log, 0 when it is empty. */
  head(): Promise<number>;
  close(): Promise<void>;
}

export class RevisionConflict extends Error {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  constructor(stream: string, expected: ExpectedRevision) {
    super(`stream ${stream} is not at ${expected}`);
    this.name = 'RevisionConflict';
    this.stream = stream;
    this.expected = expected;
  }
}

/**
 * Nothing was stored. No condition claimed anything, with one exception: if all conditions held and only the stream
 * existed already, the claim stays, and the next attempt with that key finds it.
 */
export class ConditionsFailed extends Error {
  constructor(stream: string) {
    super(`the conditions for ${stream} do not hold`);
    this.name = 'ConditionsFailed';
  }
}

/** The store cannot hold a value of this append (NUL in a name, too large, too deep). Nothing was stored. */
export class InvalidEvents extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidEvents';
  }
}

/** The store cannot be reached, or went away before it answered. What was sent may or may not be stored. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}
