import type { ChequeClosed } from '../../domain/order/events.ts';
import { dataOf, type Projection } from '../projection.ts';

/** Closed cheques and their lines, as the exports give them (section "Exports"): all from one event each. */
export const chequesProjection: Projection = {
  name: 'cheques',
  version: 1,
  tables: [
    {
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
        waiter_id: 'bigint',
        cashier_id: 'bigint',
        courier_id: 'bigint',
        client_id: 'bigint',
        table_id: 'bigint',
        guests: 'integer',
        goods_amount: 'bigint',
        discount: 'bigint',
        service_amount: 'bigint',
        delivery_amount: 'bigint',
        total_amount: 'bigint',
        payments: 'json',
      },
      key: ['id'],
      indexes: [['brand_id', 'point_id', 'business_date', 'id']],
    },
    {
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
      },
      key: ['id'],
      indexes: [['brand_id', 'point_id', 'business_date', 'id'], ['cheque_id']],
    },
  ],
  on: {
    ChequeClosed: (event, write) => {
      const { order_id, lines, hold_id: _, ...cheque } = dataOf<ChequeClosed>(event);
      const { brand_id } = event.metadata;
      const { point_id, business_date, waiter_id } = cheque;
      write.put('cheques', { ...cheque, id: order_id, brand_id });
      for (const { line_id, ...line } of lines) {
        const ofCheque = { cheque_id: order_id, brand_id, point_id, business_date, waiter_id };
        write.put('cheque_lines', { ...line, id: line_id, ...ofCheque });
      }
    },
  },
};
