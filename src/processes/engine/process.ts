import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Envelope } from '../../commands/loop/envelope.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';

/**
 * Acts on events, at least once each. After a crash, a lost connection or a failure the same events come again, also
 * to an instance that has seen them: what it does must be idempotent.
 */
export interface Follower {
  /** Names its checkpoint: never rename it. */
  readonly name: string;
  /** Types of the events it is given. */
  readonly types: readonly string[];
  /** Where it begins when it is new: with the whole log, or with what comes from now on. */
  readonly startAt: 'start' | 'head';
  /**
   * Events in log order. What is written through `tx` is stored together with the checkpoint, or not at all. A throw
   * has them given again, later and one at a time, for as long as it takes; other followers go on.
   */
  handle(events: readonly RecordedEvent[], tx: pg.PoolClient): Promise<void>;
  /**
   * Position of the earliest event that it still has only in memory. The stored checkpoint stays before that event, so
   * that it comes again after a crash; undefined when nothing is pending.
   */
  holdBack?(): number | undefined;
  /** This process begins to follow from the stored checkpoint: what is in memory is of an earlier time, forget it. */
  begin?(): void;
}

/** Acts on time. Two processes may run it at the same moment while ownership changes: it must be idempotent. */
export interface Ticker {
  readonly name: string;
  /** Of the injected clock, from start to start; a run that takes longer is not run twice at once. */
  readonly everyMs: number;
  /**
   * This process runs it from now on. `isOwner` is false once another process may run it, as right after this one was
   * frozen: what is done outside the database then has to be left to the other.
   */
  begin?(isOwner: () => boolean): void;
  /** A throw is shown and logged; the next run comes as usual. */
  run(now: Date): Promise<void>;
  /**
   * This process runs it no longer: forget what is still to be done, and wait for what goes on after a run, for a time
   * that has an end. Only then may another process go on, which would do the same once more. Called after the last run.
   */
  end?(): Promise<void>;
}

/** What the events of a process carry: decided by the system, under the name of the process. */
export const systemEnvelope = (
  process: string,
  now: Date,
  scope: { readonly brand_id: string; readonly point_id?: string },
  causation?: RecordedEvent,
): Envelope => {
  const command_id = uuidv7();
  return {
    command_id,
    correlation_id: causation?.metadata.correlation_id ?? command_id,
    causation_id: causation?.id ?? null,
    actor: { kind: 'system', id: 'system', name: process },
    brand_id: scope.brand_id,
    ...(scope.point_id !== undefined && { point_id: scope.point_id }),
    occurred_at: now.toISOString(),
  };
};
