import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';

/** A log that events are copied into, with their ids, streams, revisions and times. */
export interface Target {
  readonly store: EventStore;
  /** Whether the events have the same positions there. */
  readonly keepsPositions: boolean;
  /** The last event there. */
  last(): Promise<RecordedEvent | undefined>;
  /** Writes them in this order behind the last. What it has written already, a repeat may write again. */
  write(events: readonly RecordedEvent[]): Promise<void>;
  close(): Promise<void>;
}
