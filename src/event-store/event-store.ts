import type { ExpectedRevision } from './errors.ts';
import type { EventMetadata, NewEvent, RecordedEvent } from './recorded-event.ts';

/**
 * The event store port. Two adapters implement it (postgres/, eventstoredb/); one contract suite in
 * test/contract/event-store/ runs on both. The rest of the system imports only this file.
 */

export * from './errors.ts';
export * from './recorded-event.ts';

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
  /** Matches the actor's id or name; of several, any. */
  readonly actor?: string | readonly string[];
  /** Bounds on `recorded_at`: from inclusive, to exclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** What must hold at the moment of an append. */
export interface Conditions {
  /** A stream that must still end at this revision; -1: it must not exist. */
  readonly unchanged: { readonly stream: string; readonly revision: number };
  /** An outside key that must still be free. It is claimed with the append, for this id. */
  readonly claim: FreeKey | null;
  readonly companion?: Companion | undefined;
}

export interface FreeKey {
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
  readonly id: number;
}

/** A second stream that begins in the same append: both are recorded, or neither. */
export interface Companion {
  readonly stream: string;
  /** How many of the events are its own: the first ones. */
  readonly events: number;
  /** Must still be free, as the claim of the append itself. */
  readonly claim: FreeKey;
  /** The data key of its person, who has none yet. It is stored with the events. */
  readonly key: NewKey;
}

/** A data key as it is stored. */
export interface NewKey {
  readonly subject: string;
  readonly brand_id: string;
  readonly kind: string;
  readonly key: string;
  readonly wrapped: Buffer;
  readonly wrapped_by: number;
}

export interface EventBatch {
  /** In log order; empty only if the batch is just the caught-up signal. */
  readonly events: readonly RecordedEvent[];
  /** True when there was nothing more in the log after this batch. See `tellsCaughtUp`. */
  readonly caughtUp: boolean;
}

export interface SubscribeOptions {
  /** Ends the subscription. */
  readonly signal: AbortSignal;
  /** Events held in memory for a slow consumer, at most (default 1 000). */
  readonly maxBatch?: number;
  /**
   * The subscriber wants to hear each time that there is nothing more. A store that has to ask its server tells only
   * these: under a steady load it would ask for every few events.
   */
  readonly tellsCaughtUp?: boolean;
}

/**
 * Gets a line when a store keeps trying something by itself; otherwise a read that fails for good would look like
 * silence.
 */
export interface StoreLog {
  warn(details: object, message: string): void;
}

/** Events of a stretch of the log that have in common what one can search for. */
export interface EventGroup {
  readonly type: string;
  /** Of their streams. */
  readonly category: string;
  readonly metadata: Pick<EventMetadata, 'brand_id' | 'point_id' | 'actor'>;
  /** In the order of the log. */
  readonly positions: readonly number[];
  /** When the earliest and the latest of them was recorded: ISO 8601 in UTC. */
  readonly recordedFrom: string;
  readonly recordedTo: string;
}

export interface EventStore {
  /**
   * True if the store recognises a repeated append by its events' ids alone, whatever else they hold: the append
   * succeeds, and adds nothing.
   */
  readonly goesByIds?: boolean;
  /** True if the store compares `keysAsOf` in the append's own transaction. Others leave it to the codec. */
  readonly comparesKeys?: boolean;
  /**
   * Appends all events or none. Throws RevisionConflict, InvalidEvents (this append alone is at fault) or
   * StoreUnavailable (the outcome is unknown: read the stream to learn it). An empty list is a programming error.
   * `keysAsOf`: the generation of keys (key-generation.ts) that the events follow from; throws KeysDestroyed if it is not
   * the current one any more.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    keysAsOf?: number,
  ): Promise<AppendResult>;
  /**
   * Appends to a stream that does not exist yet, if the conditions hold at that moment. Throws ConditionsFailed if they
   * do not, or if the stream exists, and otherwise as `append` does. Only stores that can check them in the append's
   * own transaction have it.
   */
  appendIf?(
    conditions: Conditions,
    stream: string,
    events: readonly NewEvent[],
    keysAsOf?: number,
  ): Promise<AppendResult>;
  /**
   * The stream's events with revision >= fromRevision, in order, at most `limit`; [] for a stream that does not exist.
   * Includes events of other programs, with the type FOREIGN_TYPE. All other reads leave those out.
   */
  read(stream: string, fromRevision?: number, limit?: number): Promise<RecordedEvent[]>;
  /** The first `limit` events of each of these streams, in the order asked for: `read` of all of them at once. */
  readEach(streams: readonly string[], limit: number): Promise<RecordedEvent[][]>;
  /**
   * Up to `limit` events with position > afterPosition, in log order. With a filter it may walk over the whole log for
   * few of them: when the signal aborts it stops, and answers what it has found so far.
   */
  readAll(afterPosition: number, limit: number, filter?: EventFilter, signal?: AbortSignal): Promise<RecordedEvent[]>;
  /**
   * What `readAll` would give, in groups. Stores that cannot do that for less do not have it, and neither has the store
   * behind the codec.
   */
  readGroups?(afterPosition: number, limit: number): Promise<EventGroup[]>;
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
  /**
   * A caller waits for what another process makes of the events that were appended: the store tells that process soon.
   * Stores that always tell at once do not have it.
   */
  flush?(): void;
  /** The generation of keys as this process knows it. The store behind the codec has it. */
  keysAsOf?(): number;
  /** Position of the last event in the log, 0 when it is empty. */
  head(): Promise<number>;
  close(): Promise<void>;
}
