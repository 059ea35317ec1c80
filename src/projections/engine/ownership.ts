import { throttled } from '../../concurrency/throttled.ts';
import type { HeartbeatTiming } from '../../database/ownership/heartbeat.ts';
import type { Owned } from '../../database/ownership/take-ownership.ts';

/** The channel on which the owner learns that a rebuild has replaced a read model. */
export const REBUILT_CHANNEL = 'projection_rebuilt';

/** Of the connections over which read models are written. */
export const SESSIONS = 'tillstream-projections';

/**
 * Any login of the database may notify. Even if one does so without a pause, this much time is left for applying
 * events.
 */
const PAUSE_MS = 200;

/**
 * One app process applies projections at a time: the one that holds this advisory lock.
 * @param onRebuilt called after a rebuild of any of them, and sometimes without a reason
 */
export const ownedProjections = (onRebuilt: () => void, timing?: HeartbeatTiming): Owned => ({
  lock: 8_451_002,
  name: 'projections',
  sessions: SESSIONS,
  timing,
  listen: { channel: REBUILT_CHANNEL, onNotified: throttled(PAUSE_MS, onRebuilt) },
});
