import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable } from '../loop/unavailable.ts';
import { dismissReaders, type KeyChanges } from './key-changes.ts';

/** How long a process may use its keys in memory after it has checked for changes. */
const LEASE_MS = 1_500;
/** A request waits this long for the database. Interruptions of a second or two delay requests, and refuse none. */
const PATIENCE_MS = 3_000;
const CHECK_EVERY_MS = 200;
/** Pause between two attempts, or two checks of what other processes have acknowledged. */
const PAUSE_MS = 20;
/** Clocks of two machines run at slightly different speeds. */
const MARGIN_MS = 50;

/**
 * Whether this process may use the access keys it keeps in memory.
 *
 * A process uses them for LEASE_MS after it has checked for changes. A command that changes a key records the change
 * and then waits: until each registered process has dropped the key, or for LEASE_MS. So no process uses the old key
 * after the command's answer, even if it is frozen or cut off. Every time span is measured by one process on its
 * monotonic clock.
 */
export interface KeyLease {
  isHeld(): boolean;
  /** Takes the lease, if it is not held. Throws Unavailable if the database does not answer in time. */
  take(): Promise<void>;
  /**
   * Adds a callback that is called when a key in memory is out of date; null: every key. Callbacks are called in the order
   * in which they were added, and must not throw. Answers what takes it away again.
   */
  onChange(drop: (keyId: string | null) => void): () => void;
  /** Call it after a change of a key is recorded. Resolves when no process uses the old state of the key. */
  changed(keyId: string): Promise<void>;
  close(): Promise<void>;
}

export interface KeyLeaseOptions {
  readonly changes: KeyChanges;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly leaseMs?: number | undefined;
  readonly patienceMs?: number | undefined;
  /** Milliseconds on the monotonic clock. */
  readonly monotonic?: () => number;
}

const NEVER = { monotonic: Number.NEGATIVE_INFINITY, clock: 0 };
const monotonicNow = (): number => performance.now();

export const createKeyLease = (options: KeyLeaseOptions): KeyLease => {
  const { changes, clock, leaseMs = LEASE_MS, patienceMs = PATIENCE_MS, monotonic = monotonicNow } = options;
  const closing = new AbortController();
  const callbacks = new Set<(keyId: string | null) => void>();
  const drop = (keyId: string | null): void => {
    for (const callback of callbacks) callback(keyId);
  };
  let readerId: string | undefined;
  let known: number | null = null;
  let acknowledged: number | null = null;
  let checkedAt = NEVER;
  let checking: Promise<void> | undefined;
  let loop: Promise<void> | undefined;

  // The monotonic clock may stand still while a machine is suspended; the other clock does not.
  const isHeld = (): boolean =>
    monotonic() - checkedAt.monotonic < leaseMs && Math.abs(clock() - checkedAt.clock) < leaseMs;

  const check = async (): Promise<void> => {
    if (readerId === undefined) {
      const id = randomUUID();
      await changes.register(id);
      readerId = id;
      acknowledged = null;
    }
    const id = readerId;
    // Before the query is sent: the query sees every change that was recorded until then.
    const now = { monotonic: monotonic(), clock: clock() };
    const { version, forgotten, keyIds, isRegistered } = await changes.check(id, known);
    if (!isRegistered) {
      readerId = undefined;
      return;
    }
    // A lower version: the database is an older copy, and may lack changes.
    if (known === null || version < known || known < forgotten) drop(null);
    else for (const keyId of keyIds) drop(keyId);
    known = version;
    checkedAt = now;
    if (acknowledged === version) return;
    await changes.acknowledge(id, version);
    acknowledged = version;
  };

  /** All that wait share one check. */
  const checkTogether = (): Promise<void> => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };

  const keepChecking = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await checkTogether().catch(() => {});
      await delay(CHECK_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  };

  const take = async (): Promise<void> => {
    const until = monotonic() + patienceMs;
    loop ??= keepChecking();
    // A check under way may have been sent too early to count: then another one is made.
    while (!isHeld()) {
      if (closing.signal.aborted) throw new Unavailable('the process stops');
      try {
        await checkTogether();
      } catch (cause) {
        if (monotonic() >= until) throw new Unavailable('changes of keys can not be read', { cause });
        await delay(PAUSE_MS);
      }
    }
  };

  const changed = async (keyId: string): Promise<void> => {
    drop(keyId);
    const version = await changes.record(keyId);
    const until = monotonic() + leaseMs + MARGIN_MS;
    const before = await changes.behind(version, readerId);
    let behind = before;
    while (behind.length > 0 && monotonic() < until) {
      await delay(PAUSE_MS);
      behind = await changes.behind(version, readerId);
    }
    // The readers left have ended or stand still. This saves the next change the wait, and decides nothing.
    if (behind.length > 0) await dismissReaders(changes, before, behind).catch(() => {});
  };

  return {
    isHeld,
    take,
    onChange: (callback) => {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    changed,
    close: async () => {
      closing.abort();
      await loop;
      await checking?.catch(() => {});
      checkedAt = NEVER;
      if (readerId !== undefined) await changes.unregister([readerId]).catch(() => {});
    },
  };
};
