import { catalogueOf, days, type Expressions, hourOf, ids } from './dimensions.ts';
import type { Kind, Measure, Source } from './model.ts';
import { measure, sumOf } from './parts.ts';

const ofBoth = (alias: string, instant: string): Expressions => ({
  ...days(`${alias}.business_date`),
  ...ids(alias, ['point', 'shift', 'order_type', 'source', 'waiter', 'client', 'organization']),
  hour: { sql: hourOf(`${alias}.${instant}`, `${alias}.timezone`) },
  was_printed: { sql: `${alias}.was_printed` },
});

/** Orders that were deleted whole, after the till had them. */
const orderSource: Source = {
  table: 'read.deleted_cheques',
  alias: 'd',
  level: 'cheque',
  date: 'd.business_date',
  where: () => 'd.was_with_till',
  joins: {},
  dimensions: {
    ...ofBoth('d', 'deleted_at'),
    cancel_cause: { sql: 'd.cancel_cause_id' },
    deleted_by: { sql: 'd.deleted_by' },
  },
  shown: { cheque: 'd.id' },
};

const catalogue = catalogueOf('i');

/** Dishes and modifiers that the till removed from cheques, unless the whole cheque was deleted later. */
const itemSource: Source = {
  table: 'read.removed_items',
  alias: 'i',
  level: 'line',
  date: 'i.business_date',
  where: (valid) => `not exists (select from read.deleted_cheques as d where d.id = i.order_id and ${valid('d')})`,
  endedBy: { table: 'read.deleted_cheques', alias: 'deletion', on: 'deletion.id = i.order_id' },
  joins: catalogue.joins,
  dimensions: {
    ...ofBoth('i', 'removed_at'),
    // Only whole orders have a cause, and only the venue removes a part of one.
    cancel_cause: { sql: 'null::bigint' },
    deleted_by: { sql: "'venue'::text" },
    ...catalogue.dimensions,
    is_modifier: { sql: 'i.is_modifier' },
  },
  shown: { cheque: 'i.order_id' },
};

const measures = {
  deleted_cheques_count: measure('integer', sumOf({ order: '1' })),
  deleted_cheques_amount: measure('money', sumOf({ order: 'd.total_amount' })),
  deleted_items_count: measure('integer', sumOf({ item: '1' })),
  deleted_quantity: measure('quantity', sumOf({ item: 'i.quantity' })),
  deleted_items_amount: measure('money', sumOf({ item: 'i.amount' })),
} as const satisfies Record<string, Measure>;

export const deletions = {
  sources: { order: orderSource, item: itemSource },
  measures,
  readModels: ['cheques', 'names'],
} as const satisfies Kind;
