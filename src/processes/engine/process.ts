import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Envelope } from '../../commands/loop/envelope.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';

/**
 * Acts on events, at least once for each. After a crash, a lost connection or a failure the same events come again,
 * also to an instance that has seen them: its work must be idempotent.
 */
export interface Follower {
  /** The name of its checkpoint: never rename it. */
  readonly name: string;
  /** The types of events that it gets. */
  readonly types: readonly string[];
  /** Whether one of them concerns it (default: each does). The others cost no transaction. */
  concerns?(event: RecordedEvent): boolean;
  /**
   * Milliseconds from the begin of one batch to the begin of the next, unless there is a full one. Under load a batch then has
   * more events, and each costs less; what comes after a quiet time waits for nothing.
   */
  readonly gatherMs?: number;
  /** Where a new follower begins: at the start of the log, or with new events. */
  readonly startAt: 'start' | 'head';
  /**
   * Gets events in log order. What it writes through `tx` is stored together with the checkpoint, or not at all. If it
   * throws, it gets the events again, later and one at a time, for as long as it takes. Other followers continue.
   */
  handle(events: readonly RecordedEvent[], tx: pg.PoolClient): Promise<void>;
  /** What `handle` wrote is stored now. */
  stored?(): void;
  /**
   * Position of the earliest event that is only in its memory. The stored checkpoint stays before that event, so that
   * it comes again after a crash; undefined if nothing is pending.
   */
  holdBack?(): number | undefined;
  /**
   * This process begins to follow from the stored checkpoint: the follower must forget what it has in memory from an
   * earlier time.
   */
  begin?(): void;
}

/**
 * Acts on time. Two processes may run it at the same moment while the ownership changes: its work must be idempotent.
 */
export interface Ticker {
  readonly name: string;
  /**
   * Milliseconds of the injected clock, from start to start. A tick that takes longer is not started a second time
   * meanwhile.
   */
  readonly everyMs: number;
  /** True while it knows of nothing to do: then it runs once a second at most. */
  rests?(): boolean;
  /**
   * This process runs it from now on. `isOwner` is false when another process may run it, as right after a freeze: then
   * leave everything outside of the database to the other one.
   */
  begin?(isOwner: () => boolean): void;
  /** An error is shown and logged; the next tick comes as usual. */
  tick(now: Date): Promise<void>;
  /**
   * This process no longer runs it: forget the work that is still to be done, and wait (with a limit) for work that
   * continues after a tick. Only then may another process continue, which would do the same again. Called after the last
   * tick.
   */
  end?(): Promise<void>;
}

/** The metadata of a process's events: the system decided them, under the name of the process. */
export const systemEnvelope = (
  process: string,
  now: Date,
  scope: { readonly brand_id: string; readonly point_id?: string },
  causation?: RecordedEvent,
): Envelope => {
  const command_id = uuidv7();
  return {
    actor: { id: 'system', kind: 'system', name: process },
    brand_id: scope.brand_id,
    causation_id: causation?.id ?? null,
    command_id,
    correlation_id: causation?.metadata.correlation_id ?? command_id,
    occurred_at: now.toISOString(),
    ...(scope.point_id !== undefined && { point_id: scope.point_id }),
  };
};
