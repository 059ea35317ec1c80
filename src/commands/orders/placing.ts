import type { OrderPlaced } from '../../domain/orders/events.ts';
import type { WantedUnits } from '../../domain/stop-list/units.ts';
import type { Identities } from '../claims/identities.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';
import { type OrderDraft, toOrderPlaced } from './draft-order.ts';
import type { PlaceOrderInput } from './order-input.ts';
import type { OrderingPoint } from './ordering-point.ts';
import type { Partner } from './partner.ts';

export interface PlacingOptions {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  readonly clients: ClientRegister;
  readonly units: UnitHolds;
}

/** A request to place an order, at the moment it came in. */
export interface Placing {
  readonly partner: Partner;
  readonly input: PlaceOrderInput;
  readonly point: OrderingPoint;
  readonly envelope: Envelope;
}

/** Everything, and not what the price book knows to be limited: another process may just have stopped a product. */
export const wantedUnits = ({ cart }: OrderDraft): WantedUnits[] =>
  cart.items.flatMap((item) => [item, ...item.modifiers]);

/** Who orders. */
export const clientOf = ({ partner, input }: Placing, { phone }: OrderDraft) => ({
  ...{ brand_id: partner.brand_id, phone },
  name: input.client.name ?? null,
});

/** The order as its event has it. Who has told a name once need not tell it with every order. */
export const orderOf = async (
  clients: Pick<ClientRegister, 'nameOf'>,
  { partner, input, point, envelope }: Placing,
  draft: OrderDraft,
  ids: { readonly order_id: number; readonly client_id: number; readonly hold_id: string | null },
): Promise<OrderPlaced> => {
  const client_name = input.client.name?.trim() || (await clients.nameOf(ids.client_id));
  return toOrderPlaced(draft, input, partner, point, { ...ids, client_name }, envelope.occurred_at);
};
