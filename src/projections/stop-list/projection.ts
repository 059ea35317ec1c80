import type { EventOf } from '../../domain/event-catalogue.ts';
import { addQuantities } from '../../domain/money.ts';
import type { Recorded, RecordedEvent } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter, Row } from '../engine/projection.ts';

type UnitsMoved = EventOf<'UnitsTaken' | 'UnitsReturned' | 'UnitsPartlyReturned'>;

/** Units that orders took or gave back. An entry that was cleared meanwhile stays cleared. */
const moveUnits = (event: Recorded<UnitsMoved>, write: BatchWriter): void => {
  const { brand_id, point_id, units } = event.data;
  const kind = event.type === 'UnitsTaken' ? 'sold' : 'returned';
  for (const { product_id, quantity, left } of units) {
    write.patch('stop_list', { point_id, product_id }, { quantity: left });
    const isFirst = kind === 'returned' && addQuantities(left, -quantity) === 0;
    if (left === 0 || isFirst)
      putChange(event, { kind, brand_id, point_id, product_id, quantity: left, reason: null }, write);
  }
};

const putChange = ({ position, metadata }: RecordedEvent, change: Row, write: BatchWriter): void =>
  write.put('stop_list_changes', { ...change, position, changed_at: metadata.occurred_at });

/**
 * The limited products of points. A separate read model, because it changes with every order of a limited product: the
 * menu is a thousand times its size and changes a few times a day.
 */
export const stopListProjection = defineProjection({
  name: 'stop_list',
  version: 2,
  tables: [
    {
      name: 'stop_list',
      columns: { point_id: 'uuid', product_id: 'bigint', brand_id: 'uuid', quantity: 'numeric', reason: 'text' },
      key: ['point_id', 'product_id'],
    },
    /** When products came to the stop-list, ran out, were there again and left it: for analysts. */
    {
      name: 'stop_list_changes',
      columns: {
        position: 'bigint',
        point_id: 'uuid',
        product_id: 'bigint',
        brand_id: 'uuid',
        /** set or cleared by the venue; sold: the last unit was taken; returned: the first one came back. */
        kind: 'text',
        /** Units that are left. Null: there is no limit any more. */
        quantity: 'numeric',
        reason: 'text',
        changed_at: 'timestamptz',
      },
      key: ['position', 'product_id'],
      indexes: [['point_id', 'product_id']],
    },
  ],
  on: {
    StopListSet: (event, write) => {
      const { entries, brand_id, point_id } = event.data;
      for (const { product_id, quantity, reason } of entries) {
        write.put('stop_list', { point_id, product_id, brand_id, quantity, reason });
        putChange(event, { kind: 'set', brand_id, point_id, product_id, quantity, reason }, write);
      }
    },
    StopListCleared: (event, write) => {
      const { brand_id, point_id, product_ids } = event.data;
      for (const product_id of product_ids) {
        write.remove('stop_list', { point_id, product_id });
        putChange(event, { kind: 'cleared', brand_id, point_id, product_id, quantity: null, reason: null }, write);
      }
    },
    UnitsTaken: moveUnits,
    UnitsReturned: moveUnits,
    UnitsPartlyReturned: moveUnits,
  },
});
