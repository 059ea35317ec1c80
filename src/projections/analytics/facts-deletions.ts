import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const id = (name: string, about: string, sql = `t.${name}`) => column('bigint', sql, about);

const OF_CHEQUE = {
  shift_id: id('shift_id', 'The till shift that was open then: till_shifts.shift_id; null: none.'),
  order_type_id: column('integer', 't.order_type_id', '1 hall, 2 takeaway, 3 delivery.'),
  source_id: id('source_id', "0: the venue's own order; else the aggregator: sources.source_id of the same brand."),
  waiter_id: id('waiter_id', 'Who served it: employees.employee_id; null: no waiter.'),
  client_id: id('client_id', 'The guest, by number alone; null: unknown.'),
  organization_id: id(
    'organization_id',
    'The organization that was to pay: organizations.organization_id; null: none.',
  ),
  was_printed: column('boolean', 't.was_printed', 'The kitchen had a ticket.'),
} as const;

const deletedCheques: AnalyticsView = {
  name: 'deleted_cheques',
  kind: 'fact',
  key: ['cheque_id'],
  about: 'An order that was deleted whole, before it was closed.',
  tables: ['deleted_cheques'],
  from: (table) => `${table('deleted_cheques')} as t`,
  keepsVersions: true,
  columns: {
    cheque_id: id('id', 'The order: order_id of the API.', 't.id'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: column('date', 't.business_date', 'The business day of the deletion: dates.date.'),
    deleted_at: local('t.deleted_at', 'When it was deleted'),
    ...OF_CHEQUE,
    deleted_by: column('text', 't.deleted_by', 'partner, venue or system.'),
    cancel_cause_id: id('cancel_cause_id', 'Why: cancel_causes.cancel_cause_id; null: not told.'),
    cancel_cause_name: column('text', 't.cancel_cause_name', 'Its name then.'),
    was_with_till: column(
      'boolean',
      't.was_with_till',
      'The till had it: it did not only wait for payment, operator or time. Reports count these alone.',
    ),
    total_amount: column('bigint', 't.total_amount', 'What it came to.'),
  },
};

const removedItems: AnalyticsView = {
  name: 'removed_items',
  kind: 'fact',
  key: ['position', 'line_id'],
  about:
    'Units that were taken off an open cheque: a dish, or a modifier that went with it. Reports leave out those of a cheque that was deleted whole later.',
  tables: ['removed_items'],
  from: (table) => `${table('removed_items')} as t`,
  keepsVersions: true,
  columns: {
    position: id('position', 'Log position of the event.'),
    line_id: id('line_id', 'The line they were of.'),
    cheque_id: id('order_id', 'Its order: order_id of the API.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: column('date', 't.business_date', 'The business day of the removal: dates.date.'),
    removed_at: local('t.removed_at', 'When they were taken off'),
    ...OF_CHEQUE,
    reason: column('text', 't.reason', 'Why.'),
    product_id: id('product_id', 'What it was: products.product_id.'),
    product_name: column('text', 't.product_name', 'Its name on the cheque.'),
    category_id: id('category_id', 'Its category when it was ordered: categories.category_id; null: none.'),
    is_modifier: column('boolean', 't.is_modifier', 'A modifier and no dish of its own.'),
    quantity: column('numeric', 't.quantity', 'Units that were taken off.'),
    price: id('price', 'Of one unit.'),
    amount: id('amount', 'Quantity at price.'),
  },
};

export const deletionFacts: readonly AnalyticsView[] = [deletedCheques, removedItems];
