import type { RecordedEvent } from '../../../event-store/event-store.ts';
import type { PartEntity } from '../../../projections/audit/projection.ts';
import { positionsOf } from '../../../projections/audit/queries.ts';
import type { EntityDependencies } from './dependencies.ts';

/** For what lives in a longer stream: a read model says where in the log its events are. */
export const ofPart = ({ store, pool }: EntityDependencies, entity: PartEntity) => ({
  historyAfter: 'entity_events' as const,
  stateAfter: 'entity_events' as const,
  readPart: async (brandId: string, ids: readonly number[]): Promise<readonly RecordedEvent[]> =>
    store.readAt(await positionsOf(pool, brandId, entity, ids)),
});

/** A view that shows everything but the brand, which is the auditor's own. */
export const withoutBrand = <Value extends { readonly brand_id: string }>({ brand_id: _, ...rest }: Value) => rest;
