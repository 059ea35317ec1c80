import type pg from 'pg';
import { throttled } from '../../concurrency/throttled.ts';
import type { Listener } from '../../database/listener.ts';
import { notifying } from '../../database/notify.ts';

/** The channel on which the process that applies events learns that a caller waits in another one. */
const CHANNEL = 'projection_hurry';

/** Callers who begin to wait within so short a time share one notification. */
const EVERY_MS = 20;

const TELL = { name: 'projections.flush', text: notifying(CHANNEL, "''") };

/** Tells the process that applies events that a caller waits in this one. If that fails, the caller waits a little longer. */
export const createFlushNotifier = (pool: Pick<pg.Pool, 'query'>): (() => void) =>
  throttled(EVERY_MS, () => void pool.query(TELL).catch(() => {}));

/** Calls back when a caller waits in another process, and sometimes without a reason. */
export const hearFlush = (listener: Pick<Listener, 'listen'>, onHurry: () => void): Promise<void> =>
  listener.listen(CHANNEL, onHurry);
