import { expect, test } from 'vitest';
import type { CommandHandler } from '../../../../src/commands/loop/handle.ts';
import type { OrderDraft } from '../../../../src/commands/orders/draft-order.ts';
import { createPlaceAtOnce } from '../../../../src/commands/orders/place-at-once.ts';
import type { Placing, PlacingOptions } from '../../../../src/commands/orders/placing.ts';
import { ConditionsFailed } from '../../../../src/event-store/event-store.ts';
import { envelope } from '../../../support/tally.ts';

const draft: OrderDraft = {
  ...{ phone: '+998901234567', order_type_sub_id: null, table_id: null, delivery: null, schedule: null },
  ...{ cart: { items: [], items_amount: 0 }, payment_due_at: null },
};
const placing = {
  partner: { key_id: 'key', brand_id: 'brand', source_id: 1, auto_confirm: false, operator_confirmation: 'none' },
  input: { point_id: 'point', order_type_id: 2, payment_type_id: 1, client: { phone: draft.phone, name: 'Aziz' } },
  point: { point: { timezone: 'Asia/Tashkent', business_day_cutoff: '05:00' } },
  envelope: envelope(),
} as Partial<Placing> as Placing;

/** A store that refuses the append for its conditions, and holds this by the same command. */
const refusing = (recorded: unknown): PlacingOptions => ({
  handler: {
    takesConditions: true,
    handle: async () => {
      throw new ConditionsFailed('order-7');
    },
    recorded: async () => recorded,
  } as Partial<CommandHandler> as CommandHandler,
  identities: { mint: async () => 7 } as PlacingOptions['identities'],
  clients: { known: async () => 5 } as Partial<PlacingOptions['clients']> as PlacingOptions['clients'],
  units: { unlimitedAt: () => ({ stream: 'stop_list-point', revision: 3 }) } as unknown as PlacingOptions['units'],
});

test('an order whose conditions fail, because the first attempt to send it had landed, is placed: not once more', async () => {
  const landed = { status: 'CREATED', order_id: 7 };
  expect(await createPlaceAtOnce(refusing({ state: landed }))(placing, draft, null)).toEqual({
    outcome: 'placed',
    order: landed,
  });
});

test('an order whose conditions fail, and that is nowhere, takes the long way under its id: it may land yet', async () => {
  expect(await createPlaceAtOnce(refusing(null))(placing, draft, null)).toEqual({ outcome: 'sent', order_id: 7 });
});

test('an order whose id is another’s already takes the long way, and is not answered with that one', async () => {
  const options = refusing(null);
  const found = { state: { status: 'CREATED', order_id: 7 }, events: [] };
  const handler = { ...options.handler, handle: async () => found } as unknown as CommandHandler;
  expect(await createPlaceAtOnce({ ...options, handler })(placing, draft, null)).toEqual({ outcome: 'not_sent' });
});
