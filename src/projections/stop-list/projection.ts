import type { EventOf } from '../../domain/event-catalogue.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';

type UnitsMoved = EventOf<'UnitsTaken' | 'UnitsReturned' | 'UnitsPartlyReturned'>;

/** Units that orders took or gave back. An entry that was cleared meanwhile stays cleared. */
const moveUnits = ({ data }: UnitsMoved, write: BatchWriter): void => {
  const { point_id, units } = data;
  for (const { product_id, left } of units) write.patch('stop_list', { point_id, product_id }, { quantity: left });
};

/**
 * The limited products of points. A separate read model, because it changes with every order of a limited product: the
 * menu is a thousand times its size and changes a few times a day.
 */
export const stopListProjection = defineProjection({
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
      const { entries, brand_id, point_id } = event.data;
      for (const { product_id, quantity, reason } of entries) {
        write.put('stop_list', { point_id, product_id, brand_id, quantity, reason });
      }
    },
    StopListCleared: (event, write) => {
      const { point_id, product_ids } = event.data;
      for (const product_id of product_ids) write.remove('stop_list', { point_id, product_id });
    },
    UnitsTaken: moveUnits,
    UnitsReturned: moveUnits,
    UnitsPartlyReturned: moveUnits,
  },
});
