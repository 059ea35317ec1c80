import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '../../event-store/event-store.ts';
import { Unavailable } from './unavailable.ts';

/** A checkpoint beyond the end of the log: events that were applied are no longer in the log. */
export interface LogBehind {
  readonly checkpoint: string;
  readonly position: number;
  readonly head: number;
}

export interface LogGuard {
  /** From the last check; null if all is well. */
  behind(): LogBehind | null;
  /** Throws Unavailable while the log is behind. Uses the last check. */
  assertWhole(): void;
  check(): Promise<void>;
  /** The store, which refuses appends while the log is behind: read models would skip them. */
  guard(store: EventStore): EventStore;
  stop(): void;
}

export interface LogGuardOptions {
  readonly store: Pick<EventStore, 'head'>;
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
    union all select process, position from app.process_checkpoints) every
  order by position desc limit 1`;

/**
 * Notices a log that ends before the events that were applied from it, as after EventStoreDB was restored from an older
 * backup than Postgres. New events would get the positions of the lost ones, and read models would never see them.
 */
export const createLogGuard = ({ store, pool, log, everyMs = EVERY_MS }: LogGuardOptions): LogGuard => {
  let behind: LogBehind | null = null;
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
  };

  const check = (): Promise<void> => {
    checking ??= checkOnce().finally(() => {
      checking = undefined;
    });
    return checking;
  };

  const assertWhole = (): void => {
    if (behind) throw new Unavailable('the event log ends before a checkpoint');
  };

  // A database that is away says nothing about the log.
  const timer = setInterval(() => void check().catch(() => {}), everyMs);
  return {
    behind: () => behind,
    assertWhole,
    check,
    guard: (whole) => {
      const { appendIf } = whole;
      return {
        ...whole,
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
