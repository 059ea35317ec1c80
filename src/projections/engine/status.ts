import type pg from 'pg';
import type { EventStore } from '../../event-store/event-store.ts';
import { readCheckpoints } from './checkpoints.ts';
import type { Projection } from './projection.ts';

export interface ProjectionStatus {
  readonly name: string;
  /**
   * The version of the tables that serve; lower than the code's while a rebuild is under way, null before the first
   * start.
   */
  readonly version: number | null;
  /** Whether the tables that serve are of the code's version: then they follow the log to its end. */
  readonly isCurrent: boolean;
  readonly position: number;
  /** How far behind the end of the log, in positions: events, on EventStoreDB bytes of its log. */
  readonly lag: number;
  /** Why it is parked: event type, position and error; null while it runs. */
  readonly failure: string | null;
}

export interface ProjectionsStatus {
  /** Position of the last event in the log. */
  readonly head: number;
  readonly projections: readonly ProjectionStatus[];
}

/** The state of the projections, whichever process runs them. */
export const readProjectionsStatus = async (
  store: EventStore,
  pool: pg.Pool,
  projections: readonly Projection[],
): Promise<ProjectionsStatus> => {
  const [head, checkpoints] = await Promise.all([store.head(), readCheckpoints(pool)]);
  const status = projections.map(({ name, version }): ProjectionStatus => {
    const checkpoint = checkpoints.find(({ projection }) => projection === name);
    const position = checkpoint?.position ?? 0;
    // Read at the same time as the end of the log, so possibly a little newer.
    const lag = Math.max(0, head - position);
    return {
      name,
      version: checkpoint?.version ?? null,
      isCurrent: checkpoint?.version === version,
      position,
      lag,
      failure: checkpoint?.failure ?? null,
    };
  });
  return { head, projections: status };
};
