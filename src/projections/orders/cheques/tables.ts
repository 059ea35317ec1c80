import type { TableDefinition } from '../../engine/projection.ts';
import { versioned } from '../../engine/versioned.ts';
import { hourOf } from '../../reports/olap/dimensions.ts';
import { deletionTables } from './deletions.ts';

/** Exports page through a business day of a brand by id, and filter by point and by what is valid now. */
const byDay = ['brand_id', 'business_date', 'id', 'point_id', 'known_to'];
/**
 * A shift's cheques, with all that the report of shifts adds up: it reads the index alone, which takes a sixth of the time.
 * Those that have to be opened for their payments stand together.
 */
const ofShift = [
  ...['shift_id', 'only_payment_type_id', 'only_payment_category_id'],
  ...['goods_amount', 'discount', 'delivery_amount', 'total_amount', 'known_from', 'known_to'],
];
/** Reports read all rows of some days. Postgres stores equal values of an index once: it takes a tenth of one with ids. */
const ofDay = ['brand_id', 'business_date', 'point_id'];

/**
 * Closed cheques, their lines and returned goods: the columns of the exports (docs/domain.md#exports-and-reports) and
 * more.
 */
export const chequesTables: readonly TableDefinition[] = [
  versioned({
    name: 'cheques',
    columns: {
      id: 'bigint',
      brand_id: 'uuid',
      point_id: 'uuid',
      cheque_number: 'bigint',
      shift_id: 'bigint',
      business_date: 'date',
      opened_at: 'timestamptz',
      closed_at: 'timestamptz',
      timezone: 'text',
      order_type_id: 'integer',
      order_type_sub_id: 'bigint',
      source_id: 'bigint',
      external_id: 'text',
      reservation_id: 'uuid',
      waiter_id: 'bigint',
      cashier_id: 'bigint',
      courier_id: 'bigint',
      client_id: 'bigint',
      organization_id: 'bigint',
      table_id: 'bigint',
      guests: 'integer',
      goods_amount: 'bigint',
      discount: 'bigint',
      service_amount: 'bigint',
      delivery_amount: 'bigint',
      total_amount: 'bigint',
      /** As the export shows them: payment type, name, category, amount; a deposit is marked by `is_deposit: true`. */
      payments: 'json',
      /**
       * Of the payment that covers the whole of it. Null: it has several payments, none, or a deposit. Most cheques have one,
       * and sums over them need not open `payments`.
       */
      only_payment_type_id: 'bigint',
      only_payment_category_id: 'integer',
    },
    key: ['id'],
    indexes: [byDay, ofShift],
    // There are 24 hours. Postgres would sort all lines of cheques by them, as if each cheque had one of its own.
    countedExpressions: [hourOf('closed_at', 'timezone'), hourOf('opened_at', 'timezone')],
  }),
  versioned({
    name: 'cheque_lines',
    columns: {
      id: 'bigint',
      cheque_id: 'bigint',
      parent_line_id: 'bigint',
      brand_id: 'uuid',
      point_id: 'uuid',
      business_date: 'date',
      product_id: 'bigint',
      product_name: 'text',
      category_id: 'bigint',
      quantity: 'numeric',
      price: 'bigint',
      amount: 'bigint',
      discount: 'bigint',
      net_amount: 'bigint',
      cost: 'bigint',
      waiter_id: 'bigint',
      returned_quantity: 'numeric',
    },
    key: ['id'],
    indexes: [ofDay, ['cheque_id']],
  }),
  versioned({
    name: 'returns',
    columns: {
      id: 'bigint',
      cheque_id: 'bigint',
      brand_id: 'uuid',
      point_id: 'uuid',
      shift_id: 'bigint',
      document_number: 'bigint',
      business_date: 'date',
      returned_at: 'timestamptz',
      timezone: 'text',
      order_type_id: 'integer',
      source_id: 'bigint',
      waiter_id: 'bigint',
      client_id: 'bigint',
      organization_id: 'bigint',
      goods_amount: 'bigint',
      service_amount: 'bigint',
      delivery_amount: 'bigint',
      total_amount: 'bigint',
      refunded_amount: 'bigint',
      debt_amount: 'bigint',
      /** The money that went back: payment type, name, category, amount. The three below are of the first of them. */
      refunds: 'json',
      payment_type_id: 'bigint',
      payment_type_name: 'text',
      payment_category_id: 'integer',
      /** The account of the person who took the goods back. Null: a key did. */
      returned_by: 'bigint',
    },
    key: ['id'],
    indexes: [byDay, ['cheque_id'], ['shift_id']],
  }),
  versioned({
    name: 'return_lines',
    columns: {
      return_id: 'bigint',
      cheque_line_id: 'bigint',
      cheque_id: 'bigint',
      brand_id: 'uuid',
      point_id: 'uuid',
      business_date: 'date',
      product_id: 'bigint',
      product_name: 'text',
      category_id: 'bigint',
      is_modifier: 'boolean',
      quantity: 'numeric',
      price: 'bigint',
      amount: 'bigint',
      cost: 'bigint',
    },
    key: ['return_id', 'cheque_line_id'],
  }),
  /** Each time that a discount, service or delivery was set by hand. */
  versioned({
    name: 'adjustments',
    columns: {
      position: 'bigint',
      order_id: 'bigint',
      brand_id: 'uuid',
      point_id: 'uuid',
      adjusted_at: 'timestamptz',
      adjusted_by: 'bigint',
      discount: 'bigint',
      discount_percent: 'numeric',
      service_amount: 'bigint',
      delivery_amount: 'bigint',
      reason: 'text',
    },
    key: ['position'],
    indexes: [['order_id']],
  }),
  versioned({
    name: 'cheque_adjustments',
    columns: {
      order_id: 'bigint',
      /** The account of the person who last set the discount, the service or the delivery of a cheque. Null: a key did. */
      adjusted_by: 'bigint',
    },
    key: ['order_id'],
  }),
  ...deletionTables,
];
