import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Observable, Subject } from 'rxjs';
import type { Listener } from '../../database/listener.ts';
import { readCheckpoints } from '../engine/checkpoints.ts';
import { CHANNEL, type ProjectionChange, parseChanges } from './change.ts';
import { createWaiters } from './wait-for.ts';

export type { ProjectionChange } from './change.ts';

/** What every process knows of the projections, whichever process runs them. */
export interface ProjectionSignals {
  /** Every commit of a projection. After a lost connection one change of each projection, with brands null. */
  readonly changes: Observable<ProjectionChange>;
  /**
   * Calls back on every change before waiting callers continue: caches are dropped here, so that a command that waited
   * reads its own writes. Must not throw. Returns a function that stops it.
   */
  onChange(callback: (change: ProjectionChange) => void): () => void;
  /** Calls back when a caller begins to wait for a read model. Must not throw. */
  onWait(callback: () => void): void;
  /** The last known position; 0 for an unknown projection. */
  position(projection: string): number;
  /**
   * True as soon as all these projections have reached the position, false when the time is over. It does not wait for
   * a parked projection, which will not reach it.
   */
  waitFor(projections: readonly string[], position: number, timeoutMs?: number): Promise<boolean>;
  /** Ends the stream. Callers that still wait get false. */
  close(): void;
}

const RETRY_MS = 100;

/** Listens to the projections. Resolves when all current positions are known. The caller closes the listener. */
export const createProjectionSignals = async (listener: Listener, pool: pg.Pool): Promise<ProjectionSignals> => {
  const changes = new Subject<ProjectionChange>();
  const callbacks = new Set<(change: ProjectionChange) => void>();
  let onWait = (): void => {};
  const waiters = createWaiters(() => onWait());
  /** Those with a checkpoint. */
  const known = new Set<string>();
  let closed = false;

  const tell = (change: ProjectionChange): void => {
    for (const callback of callbacks) callback(change);
    changes.next(change);
    waiters.heard(change);
  };

  const readAll = async (): Promise<void> => {
    for (const { projection, position, failure } of await readCheckpoints(pool)) {
      known.add(projection);
      // Changes that came while this was read are newer.
      const newest = Math.max(position, waiters.position(projection));
      tell({ projection, position: newest, brands: null, parked: failure !== null });
    }
  };

  let isChecking = false;
  let mustCheck = false;

  /**
   * A change may have been missed. The read is tried again, because the server may be starting. Only one at a time: a
   * login that notifies without a pause must not take the connections that requests need.
   */
  const checkAgain = async (): Promise<void> => {
    mustCheck = true;
    if (isChecking) return;
    isChecking = true;
    while (mustCheck && !closed) {
      mustCheck = false;
      try {
        await readAll();
      } catch {
        mustCheck = true;
        await delay(RETRY_MS);
      }
    }
    isChecking = false;
  };

  const hear = (payload: string): void => {
    if (closed) return;
    const heard = parseChanges(payload);
    if (heard?.every(({ projection }) => known.has(projection))) heard.forEach(tell);
    else void checkAgain();
  };

  await listener.listen(CHANNEL, hear);
  await readAll();

  return {
    changes: changes.asObservable(),
    onChange: (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    onWait: (callback) => {
      onWait = callback;
    },
    position: waiters.position,
    waitFor: waiters.waitFor,
    close: () => {
      closed = true;
      waiters.close();
      changes.complete();
    },
  };
};
