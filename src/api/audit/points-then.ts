import type pg from 'pg';
import { notFound } from '../../domain/refusal.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { foldStream, type StreamFolding, type StreamReader } from '../../projections/as-of/fold-stream.ts';
import { pointFolding } from '../../projections/as-of/foldings.ts';
import { createKeptSnapshots } from '../../projections/as-of/kept-snapshots.ts';
import { momentAtPosition } from '../../projections/reports/moment.ts';
import type { Moment } from './at.ts';
import type { Asker } from './entity.ts';

export interface ThenDependencies {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** Where folded states are kept: never a replica. */
  readonly kept: pg.Pool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Reads streams as they were at a moment, for an auditor of one brand. */
export interface Then {
  readonly moment: Moment;
  /** ISO 8601: what the clock showed. With a position: when its event was recorded. */
  instant(): Promise<string>;
  /** The state of a stream; its first state if there was nothing then. Another brand's counts as nothing. */
  fold<State>(folding: StreamFolding<State>, id: string): Promise<State>;
}

export const createThen = ({ store, pool, kept, clock }: ThenDependencies) => {
  const reader: StreamReader = { store, snapshots: createKeptSnapshots(kept) };
  return ({ brandId, signal }: Asker, moment: Moment): Then => ({
    moment,
    instant: async () => {
      const { bound } = moment;
      if (bound === null) return new Date(clock()).toISOString();
      if ('instant' in bound) return new Date(bound.instant).toISOString();
      const { recorded_at } = await momentAtPosition(pool, store, bound.position);
      return recorded_at ?? new Date(0).toISOString();
    },
    fold: async (folding, id) => {
      const found = await foldStream(reader, folding, id, moment, signal);
      return found?.brand_id === brandId ? found.state : folding.initial;
    },
  });
};

/** The point as it was then. Throws point_not_found: another brand's point does not exist for this auditor. */
export const pointThen = async (then: Then, pointId: string) => {
  const point = await then.fold(pointFolding, pointId);
  if (!point) throw notFound('point_not_found');
  return point;
};
