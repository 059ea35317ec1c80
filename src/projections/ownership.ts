import { type Ownership, takeOwnership } from '../database/advisory-lock.ts';

/** One process applies projections at a time: the one that holds this advisory lock. */
const PROJECTIONS = { lock: 8_451_002, name: 'tillstream-projections-owner' };

/** The channel on which the owner learns that a rebuild has put another read model in place. */
export const REBUILT_CHANNEL = 'projection_rebuilt';

/** Waits until this process owns the projections. `signal` gives up waiting (throws). */
export const takeProjections = (
  url: string,
  signal: AbortSignal,
  onRebuilt: (projection: string) => void,
): Promise<Ownership> =>
  takeOwnership(url, { ...PROJECTIONS, listen: { channel: REBUILT_CHANNEL, onPayload: onRebuilt } }, signal);
