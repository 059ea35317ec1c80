import type { PartEntity } from '../../../projections/audit/projection.ts';
import { positionsOf } from '../../../projections/audit/queries.ts';
import { type HistoryPages, pagesAt } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

/** For what lives in a longer stream: a read model says where in the log its events are. */
export const ofPart = ({ store, pool }: EntityDependencies, entity: PartEntity) => ({
  historyAfter: 'entity_events' as const,
  stateAfter: 'entity_events' as const,
  readPart: async function* (brandId: string, ids: readonly number[], signal: AbortSignal): HistoryPages {
    yield* pagesAt(store, await positionsOf(pool, brandId, entity, ids), signal);
  },
});

/** A view that shows everything but the brand, which is the auditor's own. */
export const withoutBrand = <Value extends { readonly brand_id: string }>({ brand_id: _, ...rest }: Value) => rest;
