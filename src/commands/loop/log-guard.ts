import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { sleepFor } from '../../concurrency/sleep.ts';
import type { EventBatch, EventStore, SubscribeOptions } from '../../event-store/event-store.ts';
import { Unavailable } from './unavailable.ts';

/** A checkpoint beyond the end of the log: events that were applied are no longer in the log. */
export interface LogBehind {
  readonly checkpoint: string;
  readonly position: number;
  readonly head: number;
}

/** The log has another event than the one that was followed at this position, or none. */
export interface LogDiffers {
  readonly position: number;
  readonly has: 'another event' | 'no event';
}

export interface LogGuard {
  /** From the last check; null if all is well. */
  behind(): LogBehind | null;
  /** From the last check: where the log is not the one that was followed; null if all is well. */
  differs(): LogDiffers | null;
  /** Throws Unavailable while the log is behind, or another one. Uses the last check. */
  assertWhole(): void;
  check(): Promise<void>;
  /**
   * The store, which refuses appends meanwhile: read models would skip them. From another log it hands on no events to
   * who follows it.
   */
  guard(store: EventStore): EventStore;
  stop(): void;
}

export interface LogGuardOptions {
  readonly store: Pick<EventStore, 'head'>;
  /** Compares the log with what is known of it: see known-leaves.ts. */
  compare(): Promise<LogDiffers | null>;
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly everyMs?: number;
}

const EVERY_MS = 3_000;
/** A node of a cluster may be behind the others for a moment. */
const CONFIRM_AFTER_MS = 200;

const HIGHEST = `
  select checkpoint, position from (
    select projection as checkpoint, position from app.checkpoints
    union all select process, position from app.process_checkpoints
    union all select 'log-proof', position from app.tree_head) every
  order by position desc limit 1`;

/**
 * Notices a log that ends before the events that were applied from it, as after EventStoreDB was restored from an older
 * backup than Postgres. New events would get the positions of the lost ones, and read models would never see them. Notices
 * also the log of another history, as when EVENT_STORE_URL names another server than the one that Postgres belongs to.
 */
export const createLogGuard = ({ store, compare, pool, log, everyMs = EVERY_MS }: LogGuardOptions): LogGuard => {
  let behind: LogBehind | null = null;
  let differs: LogDiffers | null = null;
  let checking: Promise<void> | undefined;

  const find = async (): Promise<LogBehind | null> => {
    const { rows } = await pool.query<Omit<LogBehind, 'head'>>(HIGHEST);
    const highest = rows[0];
    // Read after the checkpoint, so the log must have come as far.
    if (!highest || (await store.head()) >= highest.position) return null;
    await delay(CONFIRM_AFTER_MS);
    const head = await store.head();
    return head < highest.position ? { ...highest, head } : null;
  };

  const findDifference = async (): Promise<LogDiffers | null> => {
    if (!(await compare())) return null;
    await delay(CONFIRM_AFTER_MS);
    return compare();
  };

  const checkDifference = async (): Promise<void> => {
    const found = await findDifference();
    if (found && !differs) {
      log.error(
        found,
        'the event log is not the one that this database belongs to: nothing is recorded, and nothing is read from it. See "Backup" in docs/operations.md',
      );
    }
    if (!found && differs) log.info({}, 'the event log is the one that this database belongs to');
    differs = found;
  };

  const checkOnce = async (): Promise<void> => {
    const found = await find();
    if (found && !behind) {
      log.error(
        found,
        'the event log ends before a checkpoint: nothing is recorded. See "Backup" in docs/operations.md',
      );
    }
    if (!found && behind) log.info({}, 'the event log reaches all checkpoints again');
    behind = found;
    await checkDifference();
  };

  const checkNext = (): Promise<void> => {
    checking ??= checkOnce().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  /** One that is under way may have looked already. */
  const check = async (): Promise<void> => {
    await checking?.catch(() => {});
    await checkNext();
  };

  const assertWhole = (): void => {
    if (behind) throw new Unavailable('the event log ends before a checkpoint');
    if (differs) throw new Unavailable('the event log is another one');
  };

  /** Begins anew after the last batch that was handed on, when the log is the right one again. */
  async function* subscribe(
    whole: EventStore,
    after: number,
    options: SubscribeOptions,
  ): AsyncGenerator<EventBatch, void, undefined> {
    for (let position = after; !options.signal.aborted; ) {
      while (differs && !options.signal.aborted) await sleepFor(everyMs, options.signal);
      for await (const batch of whole.subscribe(position, options)) {
        if (differs) break;
        position = batch.events.at(-1)?.position ?? position;
        yield batch;
      }
    }
  }

  // A database that is away says nothing about the log.
  const timer = setInterval(() => void checkNext().catch(() => {}), everyMs);
  return {
    behind: () => behind,
    differs: () => differs,
    assertWhole,
    check,
    guard: (whole) => {
      const { appendIf } = whole;
      return {
        ...whole,
        subscribe: (after, options) => subscribe(whole, after, options),
        append: async (...append) => {
          assertWhole();
          return whole.append(...append);
        },
        ...(appendIf && {
          appendIf: async (...append: Parameters<typeof appendIf>) => {
            assertWhole();
            return appendIf(...append);
          },
        }),
      };
    },
    stop: () => clearInterval(timer),
  };
};
