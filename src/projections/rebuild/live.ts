import type { EventStore } from '../../event-store/event-store.ts';
import type { Checkpoint } from '../engine/checkpoints.ts';
import type { Projection } from '../engine/projection.ts';
import { missingTables, type Queryable } from '../engine/schema.ts';

/** The read model that serves, as a rebuild finds it. */
export interface Live {
  readonly position: number;
  /** Why it cannot be compared with a rebuild; null if it is whole and of the same version. */
  readonly incomparable: string | null;
}

export const describeLive = async (
  db: Queryable,
  projection: Projection,
  checkpoint: Checkpoint | undefined,
): Promise<Live> => {
  if (!checkpoint) return { position: 0, incomparable: 'there was none' };
  const { position, version, failure } = checkpoint;
  if (version !== projection.version) return { position, incomparable: `live was of version ${version}` };
  const missing = await missingTables(db, projection);
  if (missing.length > 0) return { position, incomparable: `live had lost ${missing.join(', ')}` };
  if (failure !== null) return { position, incomparable: `live was parked at ${position}` };
  return { position, incomparable: null };
};

/**
 * How far a rebuild has to come before it can replace `live`: to the very position of a comparable one, otherwise to
 * the end of the log.
 */
export const goalOf = async (live: Live, store: EventStore): Promise<number> =>
  live.incomparable === null ? live.position : Math.max(live.position, await store.head());
