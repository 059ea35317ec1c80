import type { StopListEntry } from '../../domain/stop-list/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection } from '../engine/projection.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

interface MovedUnits extends OfPoint {
  /** `left`: what remains on the list after it. */
  readonly units: readonly { readonly product_id: number; readonly left: number }[];
}

/** Units that orders took or gave back. An entry cleared meanwhile stays cleared. */
const moveUnits = (event: RecordedEvent, write: BatchWriter): void => {
  const { point_id, units } = dataOf<MovedUnits>(event);
  for (const { product_id, left } of units) write.patch('stop_list', { point_id, product_id }, { quantity: left });
};

/**
 * What points are out of, or nearly out of. Apart from the catalogue, because it changes with every order of a limited
 * product: the menu it is laid over is a thousand times its size and changes a few times a day.
 */
export const stopListProjection: Projection = {
  name: 'stop_list',
  version: 1,
  tables: [
    {
      name: 'stop_list',
      columns: { point_id: 'uuid', product_id: 'bigint', brand_id: 'uuid', quantity: 'numeric', reason: 'text' },
      key: ['point_id', 'product_id'],
    },
  ],
  on: {
    StopListSet: (event, write) => {
      const { entries, brand_id, point_id } = dataOf<OfPoint & { entries: StopListEntry[] }>(event);
      for (const { product_id, quantity, reason } of entries) {
        write.put('stop_list', { point_id, product_id, brand_id, quantity, reason });
      }
    },
    StopListCleared: (event, write) => {
      const { point_id, product_ids } = dataOf<OfPoint & { product_ids: number[] }>(event);
      for (const product_id of product_ids) write.remove('stop_list', { point_id, product_id });
    },
    UnitsTaken: moveUnits,
    UnitsReturned: moveUnits,
    UnitsPartlyReturned: moveUnits,
  },
};
