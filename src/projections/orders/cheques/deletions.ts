import type { EventOf } from '../../../domain/event-catalogue.ts';
import type { Recorded } from '../../../event-store/event-store.ts';
import type { BatchWriter, ColumnType, TableDefinition } from '../../engine/projection.ts';
import { versioned } from '../../engine/versioned.ts';

/** Columns of both. */
const deletion = {
  brand_id: 'uuid',
  point_id: 'uuid',
  shift_id: 'bigint',
  business_date: 'date',
  timezone: 'text',
  order_type_id: 'integer',
  source_id: 'bigint',
  waiter_id: 'bigint',
  client_id: 'bigint',
  organization_id: 'bigint',
  was_printed: 'boolean',
} as const satisfies Readonly<Record<string, ColumnType>>;

/** Orders that were deleted whole, and items that were taken off open cheques. They never change. */
export const deletionTables: readonly TableDefinition[] = [
  versioned({
    name: 'deleted_cheques',
    columns: {
      id: 'bigint',
      ...deletion,
      deleted_at: 'timestamptz',
      cancel_cause_id: 'bigint',
      cancel_cause_name: 'text',
      deleted_by: 'text',
      was_with_till: 'boolean',
      total_amount: 'bigint',
    },
    key: ['id'],
    indexes: [['brand_id', 'business_date', 'id', 'point_id'], ['shift_id']],
  }),
  versioned({
    name: 'removed_items',
    columns: {
      /** Of the event in the log. */
      position: 'bigint',
      line_id: 'bigint',
      order_id: 'bigint',
      ...deletion,
      removed_at: 'timestamptz',
      reason: 'text',
      product_id: 'bigint',
      product_name: 'text',
      category_id: 'bigint',
      is_modifier: 'boolean',
      quantity: 'numeric',
      price: 'bigint',
      amount: 'bigint',
    },
    key: ['position', 'line_id'],
    indexes: [['brand_id', 'business_date', 'order_id', 'point_id'], ['order_id'], ['shift_id']],
  }),
];

export const putDeletedCheque = (event: Recorded<EventOf<'OrderDeleted'>>, write: BatchWriter): void => {
  const { order_id: id, hold_ids: _, amounts, personal, ...deleted } = event.data;
  const { brand_id, point_id, occurred_at: deleted_at } = event.metadata;
  const { client_id } = personal;
  const { total_amount } = amounts;
  write.insert('deleted_cheques', { ...deleted, id, brand_id, point_id, client_id, deleted_at, total_amount });
};

export const putRemovedItems = (event: Recorded<EventOf<'ItemRemoved'>>, write: BatchWriter): void => {
  const { line_id: dish_id, removed, line: _, amounts: __, quantity: ___, personal, ...ofCheque } = event.data;
  const { brand_id, point_id, occurred_at: removed_at } = event.metadata;
  const { position } = event;
  for (const { name: product_name, total: amount, cost: _cost, ...item } of removed) {
    const is_modifier = item.line_id !== dish_id;
    const { client_id, reason } = personal;
    const whose = { ...ofCheque, brand_id, point_id, client_id, reason, removed_at };
    write.insert('removed_items', { ...whose, ...item, position, product_name, amount, is_modifier });
  }
};
