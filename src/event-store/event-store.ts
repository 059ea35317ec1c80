/**
 * The event store port. Two adapters implement it (postgres/, eventstoredb/); one contract suite in
 * test/contract/event-store/ runs on both. Everything else in the system knows only this file.
 */

/** Who caused an event. `id` is the access key's id (or `system`); `name` is free text shown to auditors. */
export interface Actor {
  readonly kind: 'partner' | 'venue' | 'auditor' | 'platform' | 'system';
  readonly id: string;
  readonly name: string;
}

/** What is known about an event beside its payload. Stored as is; names are those auditors see. */
export interface EventMetadata {
  readonly command_id: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly actor: Actor;
  /** The tenant. Every read that serves a caller is filtered by it. */
  readonly brand_id: string;
  /** The point the event belongs to, where it belongs to one: lets a till's feed filter without opening payloads. */
  readonly point_id?: string;
  /** ISO 8601 instant in UTC: when it happened, which for an offline till is before it was recorded. */
  readonly occurred_at: string;
  readonly schema_version: number;
}

export interface NewEvent {
  /** UUIDv5 of command id and index (and of the run, in stores that go by ids), so that an append sent twice is recognised. */
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
 * The type a store gives to an event that another program wrote into a stream of ours. Such an event keeps its place in
 * the stream, so that revisions add up, and holds nothing: no data, no metadata.
 */
export const FOREIGN_TYPE = '$foreign';

/** Whether this system wrote the event. */
export const isOwn = ({ type }: Pick<NewEvent, 'type'>): boolean => type !== FOREIGN_TYPE;

/** What the caller believes of the stream: it does not exist yet, nothing in particular, or its last revision. */
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
  /** An outside key that must be nobody's yet. It is claimed with the append, for this id. */
  readonly claim: { readonly kind: string; readonly scope: string; readonly key: string; readonly id: number } | null;
}

export interface EventBatch {
  /** In log order; empty only when the batch is nothing but the caught-up signal. */
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

/** Where a store tells what it goes on trying by itself; otherwise a read that fails for good would look like silence. */
export interface StoreLog {
  warn(details: object, message: string): void;
}

export interface EventStore {
  /** True where an append is taken for one sent twice by its events' ids alone, whatever else they hold: it succeeds, and adds nothing. */
  readonly goesByIds?: boolean;
  /**
   * Appends all events or none. Throws RevisionConflict, InvalidEvents (this append alone is at fault) or
   * StoreUnavailable (the outcome is unknown: read the stream to learn it). An empty list is a programming error.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * Appends to a stream that does not exist yet, if the conditions hold at that moment. Throws ConditionsFailed when they
   * don't, or when the stream is there, and otherwise as `append` does. Only stores that can check them in the append's own
   * transaction have it.
   */
  appendIf?(conditions: Conditions, stream: string, events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * The stream's events with revision >= fromRevision, in order, at most `limit`; [] for a stream that does not exist. Events
   * of other programs are among them, with the type FOREIGN_TYPE: here alone, all other reads leave them out.
   */
  read(stream: string, fromRevision?: number, limit?: number): Promise<RecordedEvent[]>;
  /**
   * Up to `limit` events with position > afterPosition, in log order. A filter may walk over the whole log for few of them:
   * once the signal aborts it goes no further, and the answer is what it has found so far.
   */
  readAll(afterPosition: number, limit: number, filter?: EventFilter, signal?: AbortSignal): Promise<RecordedEvent[]>;
  /**
   * Whether `readAll` can begin at a position that a caller names, without a search through the log: an event of ours is
   * there, or the log ends before it. Stores that can begin anywhere do not have it.
   */
  isPlace?(position: number): Promise<boolean>;
  /**
   * The events at these positions, in the order asked for. Only positions this store gave: elsewhere EventStoreDB can't
   * begin to read.
   */
  readAt(positions: readonly number[]): Promise<RecordedEvent[]>;
  /**
   * Every event with position > afterPosition, in commit order, without loss or repeat, until the signal aborts.
   * Pulls: the store reads no further than one batch ahead of the consumer. Survives the server going away.
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
 * Nothing was stored, and no condition claimed anything, unless all of them held and the stream itself was there already:
 * then the claim stands, for whoever asks for it to take up.
 */
export class ConditionsFailed extends Error {
  constructor(stream: string) {
    super(`the conditions for ${stream} do not hold`);
    this.name = 'ConditionsFailed';
  }
}

/** The store can't hold a value of this append (NUL in a name, too large, too deep). Nothing was stored. */
export class InvalidEvents extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidEvents';
  }
}

/** The store can't be reached, or went away before it answered. What was sent may or may not be stored. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}
