import { CHEQUE_JOIN, chequeSource, ofCheque, organizationJoin, tableName } from './cheque-source.ts';
import { catalogueOf, days, hourOf } from './dimensions.ts';
import type { Kind, Measure, Part, Source } from './model.ts';
import { distinctOf, factsOf, measure, ratio, sumOf } from './parts.ts';

const catalogue = catalogueOf('l');
const WITH_CHEQUE = ['c'];

/** Lines of closed cheques. */
const lineSource: Source = {
  table: 'read.cheque_lines',
  alias: 'l',
  level: 'line',
  date: 'l.business_date',
  joins: { c: CHEQUE_JOIN, ...tableName('c'), ...organizationJoin('c'), ...catalogue.joins },
  dimensions: {
    ...ofCheque(WITH_CHEQUE),
    opened_hour: { sql: hourOf('c.opened_at', 'c.timezone'), joins: WITH_CHEQUE },
    ...days('l.business_date'),
    point: { sql: 'l.point_id' },
    waiter: { sql: 'l.waiter_id' },
    cheque: { sql: 'l.cheque_id' },
    ...catalogue.dimensions,
    is_modifier: { sql: '(l.parent_line_id is not null)' },
  },
  shown: { cheque: 'l.cheque_id' },
};

const ofBoth = (column: string) => ({ cheque: `c.${column}`, line: { sql: `c.${column}`, joins: WITH_CHEQUE } });
const paidBy = (category: number): string =>
  `(select sum(p.amount) from json_to_recordset(c.payments) as p (payment_category_id integer, amount bigint)
    where p.payment_category_id = ${category})`;

const cheques: Part = { ...factsOf('cheque', 'c.id'), ...distinctOf({ line: 'l.cheque_id' }) };
const guests: Part = {
  ...sumOf({ cheque: 'c.guests' }),
  line: { how: 'once', sql: 'c.guests', of: 'l.cheque_id', joins: WITH_CHEQUE },
};
const revenue = sumOf({ cheque: 'c.total_amount' });
// A cheque's amounts are the sums of its lines: where no line is asked for, none is read.
const net = sumOf({ cheque: 'c.goods_amount - c.discount', line: 'l.net_amount' });
const cost = sumOf({ line: 'l.cost * l.quantity' });
const costedNet = sumOf({ line: 'case when l.cost is not null then l.net_amount end' });
const grossProfit = sumOf({ line: 'l.net_amount - l.cost * l.quantity' });
/** Of the lines, where both are compared: cheques without lines must not tell them apart. */
const netOfLines = sumOf({ line: 'l.net_amount' });
/** Whole seconds, as the exports show both times: whoever adds up exports gets the same mean. */
const seconds = sumOf({
  cheque: "extract(epoch from date_trunc('second', c.closed_at) - date_trunc('second', c.opened_at))",
});

const ofLife = (sql: string) => sumOf({ cheque: { sql, joins: ['life'] } });
const CLOSED_MS = 'extract(epoch from c.closed_at) * 1000';
/** By the time of the closing: what came after it belongs to a later closing of the same cheque. */
const IS_DELIVERED = `life.delivered_ms <= ${CLOSED_MS}`;
const ofDelivery = (sql: string) => ofLife(`case when c.order_type_id = 3 and ${IS_DELIVERED} then ${sql} end`);
const deliveries = ofDelivery('1');
const deliverySeconds = ofDelivery('life.delivered_ms / 1000 - life.began_ms / 1000');
const promised = ofLife('case when life.promised_ms is not null then 1 end');
const late =
  ofLife(`case when life.promised_ms < case when ${IS_DELIVERED} then life.delivered_ms else ${CLOSED_MS} end then 1
  when life.promised_ms is not null then 0 end`);

const measures = {
  cheques_count: measure('integer', cheques),
  clients_count: measure('integer', distinctOf(ofBoth('client_id'))),
  organizations_count: measure('integer', distinctOf(ofBoth('organization_id'))),
  waiters_count: measure('integer', distinctOf({ cheque: 'c.waiter_id', line: 'l.waiter_id' })),
  guests_count: measure('integer', guests),
  quantity: measure('quantity', sumOf({ line: 'l.quantity' })),
  dishes_quantity: measure('quantity', sumOf({ line: 'case when l.parent_line_id is null then l.quantity end' })),
  goods_amount: measure('money', sumOf({ cheque: 'c.goods_amount', line: 'l.amount' })),
  discount: measure('money', sumOf({ cheque: 'c.discount', line: 'l.discount' })),
  net_amount: measure('money', net),
  cost_amount: measure('money', cost),
  gross_profit: measure('money', grossProfit),
  margin_percent: ratio('percent', grossProfit, costedNet, 2, 100),
  cost_coverage_percent: ratio('percent', costedNet, netOfLines, 2, 100),
  returned_quantity: measure('quantity', sumOf({ line: 'l.returned_quantity' })),
  returned_amount: measure(
    'money',
    // As the return was priced, which rounded each line.
    sumOf({
      line: 'case when l.returned_quantity > 0 then round(l.net_amount * l.returned_quantity / l.quantity) end',
    }),
  ),
  service_amount: measure('money', sumOf({ cheque: 'c.service_amount' })),
  delivery_amount: measure('money', sumOf({ cheque: 'c.delivery_amount' })),
  revenue: measure('money', revenue),
  debt_amount: measure('money', sumOf({ cheque: paidBy(6) })),
  points_amount: measure('money', sumOf({ cheque: paidBy(4) })),
  average_cheque: ratio('money', revenue, cheques, 0),
  average_guest: ratio('money', revenue, guests, 0),
  cheque_minutes: ratio('minutes', seconds, cheques, 2, 1, 60),
  delivery_minutes: ratio('minutes', deliverySeconds, deliveries, 2, 1, 60),
  late_share: ratio('percent', late, promised, 2, 100),
} as const satisfies Record<string, Measure>;

export const sales = {
  sources: { cheque: chequeSource, line: lineSource },
  measures,
  readModels: ['cheques', 'orders', 'names', 'counterparties'],
} as const satisfies Kind;
