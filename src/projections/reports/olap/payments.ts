import { chequeSource } from './cheque-source.ts';
import type { Kind, Measure, Source } from './model.ts';
import { distinctOf, measure, sumOf } from './parts.ts';

const { opened_hour: _, ...dimensions } = chequeSource.dimensions;

/** Payments of closed cheques. They know nothing of lines: dishes spread over payments would not add up. */
const paymentSource: Source = {
  ...chequeSource,
  spread: `cross join lateral json_to_recordset(c.payments)
    as p (payment_type_id bigint, payment_category_id integer, amount bigint)`,
  dimensions: {
    ...dimensions,
    payment_type: { sql: 'p.payment_type_id' },
    payment_category: { sql: 'p.payment_category_id' },
  },
};

const measures = {
  amount: measure('money', sumOf({ payment: 'p.amount' })),
  payments_count: measure('integer', sumOf({ payment: '1' })),
  cheques_count: measure('integer', distinctOf({ payment: 'c.id' })),
  clients_count: measure('integer', distinctOf({ payment: 'c.client_id' })),
  organizations_count: measure('integer', distinctOf({ payment: 'c.organization_id' })),
} as const satisfies Record<string, Measure>;

export const payments = {
  sources: { payment: paymentSource },
  measures,
  readModels: ['cheques', 'names', 'counterparties'],
} as const satisfies Kind;
