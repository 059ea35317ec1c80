import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const DAY = (about: string) => column('date', 't.business_date', `${about}: dates.date.`);
const money = (name: string, about: string) => column('bigint', `t.${name}`, about);
const id = (name: string, about: string, sql = `t.${name}`) => column('bigint', sql, about);

const ORDER_TYPE = `case t.order_type_id when 1 then 'hall' when 2 then 'takeaway' when 3 then 'delivery' end`;

const cheques: AnalyticsView = {
  name: 'cheques',
  kind: 'fact',
  key: ['cheque_id'],
  about: 'A closed cheque. One that is reopened is gone until it is closed again; one that is returned stays as it is.',
  tables: ['cheques'],
  from: (table) => `${table('cheques')} as t`,
  keepsVersions: true,
  columns: {
    cheque_id: id('id', 'The cheque, and the order it was: order_id of the API.', 't.id'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY('The business day it was closed on'),
    cheque_number: id('cheque_number', 'Its number at the point.'),
    shift_id: id('shift_id', 'The till shift it was closed in: till_shifts.shift_id.'),
    opened_at: local('t.opened_at', 'When it was opened'),
    closed_at: local('t.closed_at', 'When it was closed'),
    order_type_id: column('integer', 't.order_type_id', '1 hall, 2 takeaway, 3 delivery.'),
    order_type: column('text', ORDER_TYPE, 'hall, takeaway or delivery.'),
    order_type_sub_id: id(
      'order_type_sub_id',
      'The sub-type of the order type: order_type_subs.order_type_sub_id; null: none.',
    ),
    source_id: id('source_id', "0: the venue's own order; else the aggregator: sources.source_id of the same brand."),
    external_id: column('text', 't.external_id', "The partner's own id; null: none."),
    waiter_id: id('waiter_id', 'Who served it: employees.employee_id; null: no waiter.'),
    cashier_id: id('cashier_id', 'Who closed it: employees.employee_id.'),
    courier_id: id('courier_id', 'Who brought it: employees.employee_id; null: no courier.'),
    client_id: id('client_id', 'The guest, by number alone; null: unknown.'),
    table_id: id('table_id', 'The table: tables.table_id; null: none.'),
    guests: column('integer', 't.guests', 'Guests it was for.'),
    goods_amount: money('goods_amount', 'Dishes and modifiers at their prices.'),
    discount: money('discount', 'Taken off the goods.'),
    service_amount: money('service_amount', 'Added for service.'),
    delivery_amount: money('delivery_amount', 'Added for delivery.'),
    total_amount: money('total_amount', 'Goods - discount + service + delivery: what was paid.'),
    organization_id: id(
      'organization_id',
      'Whose people ate, also where it owes nothing for it: organizations.organization_id; null: of no organization.',
    ),
  },
};

const lines: AnalyticsView = {
  name: 'cheque_lines',
  kind: 'fact',
  key: ['line_id'],
  about: 'A dish or a modifier of a closed cheque, with its category and cost as they were at closing.',
  tables: ['cheque_lines'],
  from: (table) => `${table('cheque_lines')} as t`,
  keepsVersions: true,
  columns: {
    line_id: id('line_id', 'The line.', 't.id'),
    cheque_id: id('cheque_id', 'Its cheque: cheques.cheque_id.'),
    parent_line_id: id('parent_line_id', 'The dish a modifier belongs to: cheque_lines.line_id; null: a dish.'),
    is_modifier: column('boolean', 't.parent_line_id is not null', 'A modifier and no dish of its own.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY("The cheque's business day"),
    product_id: id('product_id', 'What was sold: products.product_id.'),
    product_name: column('text', 't.product_name', 'Its name on the cheque.'),
    category_id: id('category_id', 'Its category at closing: categories.category_id; null: none.'),
    waiter_id: id('waiter_id', 'Who served it: employees.employee_id; null: no waiter.'),
    quantity: column('numeric', 't.quantity', 'Units sold.'),
    price: money('price', 'Of one unit.'),
    amount: money('amount', 'Quantity at price.'),
    discount: money('discount', "The line's part of the cheque's discount."),
    net_amount: money('net_amount', 'Amount - discount.'),
    unit_cost: money('cost', 'Cost of one unit at closing; null: the venue keeps none.'),
    cost_amount: column(
      'numeric',
      't.cost * t.quantity',
      'Cost of all units, with fractions for a part of one; null: unknown.',
    ),
    returned_quantity: column('numeric', 't.returned_quantity', 'Units that came back until now.'),
  },
};

const payments: AnalyticsView = {
  name: 'payments',
  kind: 'fact',
  key: ['cheque_id', 'payment_number'],
  about: 'A payment of a closed cheque. Change is deducted; the payments of a cheque add up to its total_amount.',
  tables: ['cheques'],
  from: (table) => `${table('cheques')} as t cross join lateral json_array_elements(t.payments) with ordinality as p`,
  keepsVersions: true,
  columns: {
    cheque_id: id('id', 'Its cheque: cheques.cheque_id.', 't.id'),
    payment_number: column('integer', 'p.ordinality', '1 for the first payment of the cheque.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY("The cheque's business day"),
    payment_type_id: id('payment_type_id', 'payment_types.payment_type_id.', "p.value->>'payment_type_id'"),
    payment_type_name: column('text', "p.value->>'payment_type_name'", 'Its name when it was paid with.'),
    payment_category_id: column(
      'integer',
      "p.value->>'payment_category_id'",
      '1 cash, 2 card, 4 bonuses, 5 online, 6 debt paid by an employee.',
    ),
    amount: id('amount', 'What it covers of the total.', "p.value->>'amount'"),
    is_deposit: column(
      'boolean',
      "coalesce((p.value->>'is_deposit')::boolean, false)",
      'The deposit of a reservation, which was paid before.',
    ),
  },
};

const returns: AnalyticsView = {
  name: 'returns',
  kind: 'fact',
  key: ['return_id'],
  about: 'Goods of a closed cheque that came back. Dated by itself: it may be days after the cheque.',
  tables: ['returns'],
  from: (table) => `${table('returns')} as t`,
  keepsVersions: true,
  columns: {
    return_id: id('return_id', 'The return.', 't.id'),
    cheque_id: id('cheque_id', 'What it came back of: cheques.cheque_id.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY("The return's own business day"),
    document_number: id('document_number', 'Its number at the point.'),
    returned_at: local('t.returned_at', 'When it came back'),
    goods_amount: money('goods_amount', 'What the guest had paid for the goods.'),
    service_amount: money('service_amount', 'Service that was given back.'),
    delivery_amount: money('delivery_amount', 'Delivery that was given back.'),
    total_amount: money('total_amount', 'Goods + service + delivery.'),
    refunded_amount: money('refunded_amount', 'What the guest got of it.'),
    debt_amount: money('debt_amount', 'What was set off against a debt.'),
    payment_type_id: id(
      'payment_type_id',
      'How it was paid back, or the first way of several (see refunds): payment_types.payment_type_id.',
    ),
    returned_by_id: id('returned_by', 'Who took the goods back: people.person_id; null: a key of the venue did.'),
  },
};

const refunds: AnalyticsView = {
  name: 'refunds',
  kind: 'fact',
  key: ['return_id', 'refund_number'],
  about: 'Money of a return that went back by one payment type. They add up to its refunded_amount.',
  tables: ['returns'],
  from: (table) => `${table('returns')} as t cross join lateral json_array_elements(t.refunds) with ordinality as p`,
  keepsVersions: true,
  columns: {
    return_id: id('return_id', 'Its return: returns.return_id.', 't.id'),
    refund_number: column('integer', 'p.ordinality', '1 for the first refund of the return.'),
    cheque_id: id('cheque_id', 'What came back was of this cheque: cheques.cheque_id.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY("The return's business day"),
    payment_type_id: id('payment_type_id', 'payment_types.payment_type_id.', "p.value->>'payment_type_id'"),
    payment_type_name: column('text', "p.value->>'payment_type_name'", 'Its name when it was paid back.'),
    payment_category_id: column('integer', "p.value->>'payment_category_id'", '1 cash, 2 card, 5 online.'),
    amount: id('amount', 'What the guest got by it.', "p.value->>'amount'"),
  },
};

const returnLines: AnalyticsView = {
  name: 'return_lines',
  kind: 'fact',
  key: ['return_id', 'line_id'],
  about: 'A line of a return.',
  tables: ['return_lines'],
  from: (table) => `${table('return_lines')} as t`,
  keepsVersions: true,
  columns: {
    return_id: id('return_id', 'Its return: returns.return_id.'),
    line_id: id('line_id', 'What came back: cheque_lines.line_id.', 't.cheque_line_id'),
    cheque_id: id('cheque_id', 'Of this cheque: cheques.cheque_id.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: DAY("The return's business day"),
    product_id: id('product_id', 'products.product_id.'),
    category_id: id('category_id', 'categories.category_id; null: none.'),
    quantity: column('numeric', 't.quantity', 'Units that came back.'),
    price: money('price', 'Of one unit on the cheque.'),
    amount: money('amount', 'What the guest had paid for them, after discount.'),
    unit_cost: money('cost', 'Cost of one unit at closing; null: the venue keeps none.'),
  },
};

export const salesFacts: readonly AnalyticsView[] = [cheques, lines, payments, returns, refunds, returnLines];
