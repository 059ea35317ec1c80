import { throttled } from '../../concurrency/throttled.ts';
import { type Owned, type Ownership, takeOwnership } from '../../database/advisory-lock.ts';

/** One app process applies projections at a time: the one that holds this advisory lock. */
const PROJECTIONS = { lock: 8_451_002, name: 'projections', sessions: 'tillstream-projections' };

/** The channel on which the owner learns that a rebuild has replaced a read model. */
export const REBUILT_CHANNEL = 'projection_rebuilt';

/**
 * Any login of the database may notify. Even if one does so without a pause, this much time is left for applying
 * events.
 */
const PAUSE_MS = 200;

/**
 * Waits until this process owns the projections. `signal` gives up waiting (throws). `onRebuilt` is called after a
 * rebuild of any of them, and sometimes without a reason.
 */
export const takeProjections = (
  url: string,
  signal: AbortSignal,
  onRebuilt: () => void,
  heartbeat: Pick<Owned, 'timing' | 'onEnded'> = {},
): Promise<Ownership> => {
  const listen = { channel: REBUILT_CHANNEL, onNotified: throttled(PAUSE_MS, onRebuilt) };
  return takeOwnership(url, { ...PROJECTIONS, ...heartbeat, listen }, signal);
};
