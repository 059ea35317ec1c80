import type pg from 'pg';
import type { EventStore } from '../../../event-store/event-store.ts';
import type { ReadSnapshot } from '../../../projections/reports/snapshot.ts';

/** What reports are made with. */
export interface ReportDependencies {
  readonly pool: pg.Pool;
  readonly readSnapshot: ReadSnapshot;
  readonly store: Pick<EventStore, 'read' | 'readAll'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
