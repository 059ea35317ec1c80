import { z } from 'zod';
import { amount, localTimestamp } from '../../commands/fields/answer-fields.ts';

/**
 * Rows of the exports (docs/domain.md#exports-and-reports). Amounts are in the brand's smallest unit, timestamps local
 * to the venue.
 */

const id = z.int();
const money = amount();

const payment = z.object({
  payment_type_id: id,
  payment_type_name: z.string(),
  payment_category_id: id,
  amount: money.meta({ description: 'Change is already deducted' }),
});

export const chequeRow = z.object({
  id: id.meta({ description: 'The order_id' }),
  point_id: z.uuid(),
  cheque_number: z.int(),
  business_date: z.iso.date(),
  opened_at: localTimestamp(),
  closed_at: localTimestamp(),
  order_type_id: id,
  order_type_sub_id: id.nullable(),
  source_id: id.meta({ description: '0: own order; else the aggregator' }),
  external_id: z.string().nullable(),
  waiter_id: id.nullable(),
  cashier_id: id,
  courier_id: id.nullable(),
  client_id: id.nullable(),
  table_id: id.nullable(),
  guests: z.int(),
  goods_amount: money,
  discount: money,
  service_amount: money,
  delivery_amount: money,
  total_amount: money.meta({ description: 'Items minus discount plus service plus delivery' }),
  payments: z.array(payment),
});

export const chequeLineRow = z.object({
  id,
  cheque_id: id,
  point_id: z.uuid(),
  business_date: z.iso.date(),
  product_id: id,
  product_name: z.string(),
  category_id: id.nullable(),
  quantity: z.number(),
  price: money,
  amount: money,
  discount: money,
  net_amount: money,
  cost: money.nullable().meta({ description: 'Of one unit, at closing; null where the venue keeps none' }),
  waiter_id: id.nullable(),
  returned_quantity: z.number(),
});

const returnLine = z.object({
  cheque_line_id: id,
  product_id: id,
  product_name: z.string(),
  quantity: z.number(),
  price: money,
  amount: money,
  cost: money.nullable(),
});

export const returnRow = z.object({
  id,
  cheque_id: id,
  point_id: z.uuid(),
  document_number: z.int(),
  created_at: localTimestamp(),
  business_date: z.iso.date(),
  total_amount: money,
  service_amount: money,
  delivery_amount: money,
  refunded_amount: money,
  debt_amount: money,
  payment_type_id: id,
  payment_type_name: z.string(),
  lines: z.array(returnLine),
});

const byPerson = (what: string) => ({
  account: id.nullable().meta({ description: `The account of the person who ${what}. Null: nobody did, or a key` }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'The name of that person; of whoever was erased the number is left' }),
});
const adjusted = byPerson('last set its discount, service or delivery by hand');
const returned = byPerson('took the goods back');

/** A record of the export of cheques. Webhooks have it without the person: names are left out of what is kept for calls. */
export const exportedCheque = chequeRow.extend({
  adjusted_by_account_id: adjusted.account,
  adjusted_by_name: adjusted.name,
});

/** A record of the export of returns. */
export const exportedReturn = returnRow.extend({
  returned_by_account_id: returned.account,
  returned_by_name: returned.name,
});
