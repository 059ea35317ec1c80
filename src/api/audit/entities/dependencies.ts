import type pg from 'pg';
import type { EventStore } from '../../../event-store/event-store.ts';

/** What the entities are read from. */
export interface EntityDependencies {
  readonly store: EventStore;
  /** Read models say where in the log an event is, never what it says. */
  readonly pool: pg.Pool;
}
