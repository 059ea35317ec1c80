import { catalogueOf, days, type Expressions, hourOf, ids } from './dimensions.ts';
import type { Kind, Measure, Part, Source } from './model.ts';
import { distinctOf, factsOf, measure, sumOf } from './parts.ts';

const ofReturn: Expressions = {
  ...days('r.business_date'),
  ...ids('r', ['point', 'shift', 'order_type', 'source', 'waiter', 'client', 'organization', 'payment_type']),
  hour: { sql: hourOf('r.returned_at', 'r.timezone') },
};

const returnSource: Source = {
  table: 'read.returns',
  alias: 'r',
  level: 'cheque',
  date: 'r.business_date',
  joins: {},
  dimensions: ofReturn,
  shown: { cheque: 'r.cheque_id' },
};

/**
 * What returns gave back, by payment type. All else of a return counts for its first payment type, and so does a return
 * that gave no money back.
 */
const refundSource: Source = {
  ...returnSource,
  spread: `left join lateral json_to_recordset(r.refunds) as f (payment_type_id bigint, amount bigint) on true`,
  dimensions: { ...ofReturn, payment_type: { sql: 'coalesce(f.payment_type_id, r.payment_type_id)' } },
};

const catalogue = catalogueOf('l');
const LINES = ['l'];
const ofLines = (expressions: Expressions): Expressions =>
  Object.fromEntries(
    Object.entries(expressions).map(([name, { sql, joins = [] }]) => [name, { sql, joins: [...LINES, ...joins] }]),
  );

/** Lines of returns, found through their return: there is an index of days. */
const lineSource: Source = {
  ...returnSource,
  level: 'line',
  joins: {
    l: { type: 'join', table: 'read.return_lines', alias: 'l', on: 'l.return_id = r.id' },
    product_name: { ...catalogue.joins.product_name!, after: LINES },
  },
  dimensions: {
    ...ofReturn,
    ...ofLines(catalogue.dimensions),
    is_modifier: { sql: 'l.is_modifier', joins: LINES },
  },
};

const line = (sql: string) => ({ sql, joins: LINES });
const returnIds: Part = { ...factsOf('return', 'r.id'), ...distinctOf({ line: line('r.id') }) };
const distinct = (column: string): Part => distinctOf({ return: `r.${column}`, line: line(`r.${column}`) });
const ofReturns = (column: string): Measure => measure('money', sumOf({ return: `r.${column}` }));

const measures = {
  returns_count: measure('integer', returnIds),
  quantity: measure('quantity', sumOf({ line: line('l.quantity') })),
  // A return's amount of goods is the sum of its lines.
  goods_amount: measure('money', sumOf({ return: 'r.goods_amount', line: line('l.amount') })),
  cheques_count: measure('integer', distinct('cheque_id')),
  clients_count: measure('integer', distinct('client_id')),
  organizations_count: measure('integer', distinct('organization_id')),
  service_amount: ofReturns('service_amount'),
  delivery_amount: ofReturns('delivery_amount'),
  total_amount: ofReturns('total_amount'),
  refunded_amount: measure('money', sumOf({ refund: 'f.amount' })),
  debt_amount: ofReturns('debt_amount'),
} as const satisfies Record<string, Measure>;

export const returns = {
  sources: { return: returnSource, refund: refundSource, line: lineSource },
  measures,
  readModels: ['cheques', 'names'],
} as const satisfies Kind;
