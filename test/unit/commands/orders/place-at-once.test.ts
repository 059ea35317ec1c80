import { expect, test } from 'vitest';
import type { OrderDraft } from '../../../../src/commands/orders/draft-order.ts';
import type { Placing } from '../../../../src/commands/orders/place-at-once.ts';
import { placeAtOnce } from '../../../../src/commands/orders/place-at-once.ts';
import { ConditionsFailed } from '../../../../src/event-store/event-store.ts';

const draft: OrderDraft = {
  phone: '+998901234567',
  order_type_sub_id: null,
  table_id: null,
  delivery: null,
  schedule: null,
  cart: { items: [], items_amount: 0 },
  payment_due_at: null,
};
/** Through a store that refuses the append for its conditions, and holds this by the same command. */
const placing = (recorded: unknown, handle?: unknown) =>
  ({
    context: {
      caller: { key_id: 'key', brand_id: 'brand', source_id: 1, auto_confirm: false, operator_confirmation: 'none' },
      brand_id: 'brand',
      occurred_at: '2026-03-02T09:00:00.000Z',
      newId: async () => 7,
      handle:
        handle ??
        (async () => {
          throw new ConditionsFailed('order-7');
        }),
      recorded: async () => recorded,
    },
    needs: {
      takesConditions: true,
      clients: { lookUp: async () => ({ kind: 'known', client_id: 5 }) },
      units: { unlimitedAt: () => ({ stream: 'stop_list-point', revision: 3 }) },
    },
    input: { point_id: 'point', order_type_id: 2, payment_type_id: 1, client: { phone: draft.phone, name: 'Aziz' } },
    point: { point: { timezone: 'Asia/Tashkent', business_day_cutoff: '05:00' } },
  }) as unknown as Placing;

test('an order whose conditions fail, because the first attempt to send it had landed, is placed: not once more', async () => {
  const landed = { status: 'CREATED', order_id: 7 };
  expect(await placeAtOnce(placing({ state: landed }), draft, null)).toEqual({ outcome: 'placed', order: landed });
});

test('an order whose conditions fail, and that is nowhere, takes the long way under its id: it may land yet', async () => {
  expect(await placeAtOnce(placing(null), draft, null)).toEqual({ outcome: 'sent', order_id: 7 });
});

test('an order whose id is another’s already takes the long way, and is not answered with that one', async () => {
  const found = { state: { status: 'CREATED', order_id: 7 }, events: [] };
  const other = placing(null, async () => found);
  expect(await placeAtOnce(other, draft, null)).toEqual({ outcome: 'not_sent' });
});
