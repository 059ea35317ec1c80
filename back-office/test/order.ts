import type { Order } from '../src/reading/types.ts';

/** An order of the board, for tests: what a test does not name does not matter to it. */
export const anOrder = (given: Partial<Order> = {}): Order =>
  ({
    order_id: 1,
    cheque_number: null,
    order_type_id: 3,
    status: 'CREATED',
    created_at: '2026-03-02 12:00:00',
    scheduled_at: null,
    promised_at: null,
    total_amount: 50_000,
    deposit: null,
    provider_payments: [],
    payments_before: [],
    client: { client_id: null, name: null, phone: null },
    external_id: null,
    items: [],
    ...given,
  }) as unknown as Order;
