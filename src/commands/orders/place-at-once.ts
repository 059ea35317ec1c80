import { orderDecider } from '../../domain/orders/decide.ts';
import type { OrderPlaced } from '../../domain/orders/events.ts';
import { type Order, requirePlaced } from '../../domain/orders/state.ts';
import type { WantedUnits } from '../../domain/stop-list/unit-commands.ts';
import { type Conditions, ConditionsFailed, StoreUnavailable } from '../../event-store/event-store.ts';
import type { PartnerContext } from '../bus/context.ts';
import type { IdentityKey } from '../claims/identities.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { NewClient } from '../clients/new-client.ts';
import type { OrderingPoint } from '../points/ordering-point.ts';
import { type OrderDraft, toOrderPlaced } from './draft-order.ts';
import type { PlaceOrderInput } from './order-input.ts';
import type { OrderNeeds } from './order-needs.ts';

export interface PlacingNeeds extends OrderNeeds {
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'nameOf' | 'lookUp'>;
  /** Whether the event store can append under conditions. */
  readonly takesConditions: boolean;
}

/** A request to place an order, with the services that it needs. */
export interface Placing {
  readonly context: PartnerContext;
  readonly needs: PlacingNeeds;
  readonly input: PlaceOrderInput;
  readonly point: OrderingPoint;
}

/**
 * All units of the cart, not only those of products that the price book shows as limited: another app process may have
 * just limited one.
 */
export const wantedUnits = ({ cart }: OrderDraft): WantedUnits[] =>
  cart.items.flatMap((item) => [item, ...item.modifiers]);

/** Who orders. */
export const clientOf = ({ context, input }: Placing, { phone }: OrderDraft) => ({
  brand_id: context.brand_id,
  phone,
  name: input.client.name ?? null,
});

/**
 * The order as its event has it. If the request has no name, the name that the client gave before is used; a new client has
 * given none.
 */
export const orderOf = async (
  { context, needs, input, point }: Placing,
  draft: OrderDraft,
  ids: { readonly order_id: number; readonly client_id: number; readonly hold_id: string | null },
  isNewClient = false,
): Promise<OrderPlaced> => {
  const said = input.client.name?.trim() || null;
  const client_name = said ?? (isNewClient ? null : await needs.clients.nameOf(ids.client_id));
  return toOrderPlaced(draft, input, context.caller, point, { ...ids, client_name }, context.occurred_at);
};

/** The outcome of an attempt to place an order by one append. */
export type AtOnce =
  | { readonly outcome: 'placed'; readonly order: Order }
  /** Nothing was sent to the event store. The order is placed in the steps of `placeOrder`, with a new id. */
  | { readonly outcome: 'not_sent' }
  /**
   * It was sent, but its outcome is not known for certain: the append may still be written. The order is placed in the
   * steps of `placeOrder` with the same id. With another id there might be two orders.
   */
  | { readonly outcome: 'sent'; readonly order_id: number };

const NOT_SENT: AtOnce = { outcome: 'not_sent' };

/**
 * Places an order in one call to the event store, if it has no limited product, and if its client is known or new. The
 * append claims the external_id, on condition that the stop-list has not changed since this app process last read it. A
 * new client is registered in the same append: client and order are there, or neither. In all other cases, or if a
 * condition fails, `placeOrder` goes on with its usual steps.
 */
export const placeAtOnce = async (placing: Placing, draft: OrderDraft, key: IdentityKey | null): Promise<AtOnce> => {
  const { context, needs, input } = placing;
  if (!needs.takesConditions) return NOT_SENT;
  const unchanged = needs.units.unlimitedAt(input.point_id, wantedUnits(draft));
  if (unchanged === null) return NOT_SENT;
  // Both may have to be read: the second does not wait for the first. An id that is not used is lost, which is no harm.
  const [client, order_id] = await Promise.all([needs.clients.lookUp(clientOf(placing, draft)), context.newId()]);
  const conditions = { unchanged, claim: key && { ...key, id: order_id } };
  switch (client.kind) {
    case 'known':
      return forKnown(placing, draft, { order_id, client_id: client.client_id }, conditions);
    case 'new':
      return forNew(placing, draft, { order_id, client: client.client }, conditions);
    case 'other':
      return NOT_SENT;
  }
};

const forKnown = async (
  placing: Placing,
  draft: OrderDraft,
  { order_id, client_id }: { readonly order_id: number; readonly client_id: number },
  conditions: Conditions,
): Promise<AtOnce> => {
  const { context, input } = placing;
  const order = await orderOf(placing, draft, { order_id, client_id, hold_id: null });
  try {
    const command = { type: 'PlaceOrder' as const, order };
    const options = { point_id: input.point_id, fresh: true, conditions };
    const { state, events } = await context.handle(orderDecider, order_id, command, options);
    // Without events, the stream has an order already: the id was given out twice, and this order is another guest's.
    return events.length > 0 ? { outcome: 'placed', order: requirePlaced(state) } : NOT_SENT;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    // After a lost connection the append was sent again. It failed because the first one had been written.
    const landed = await context.recorded(orderDecider, order_id);
    return landed ? { outcome: 'placed', order: requirePlaced(landed.state) } : { outcome: 'sent', order_id };
  }
};

const forNew = async (
  placing: Placing,
  draft: OrderDraft,
  { order_id, client }: { readonly order_id: number; readonly client: NewClient },
  conditions: Conditions,
): Promise<AtOnce> => {
  const { context, input } = placing;
  const companion = await client.begin(context.occurred_at);
  const order = await orderOf(placing, draft, { order_id, client_id: client.client_id, hold_id: null }, true);
  const own = { decider: orderDecider, id: order_id, command: { type: 'PlaceOrder' as const, order } };
  try {
    const state = await context.beginBoth(companion, own, { point_id: input.point_id, conditions });
    client.landed();
    return { outcome: 'placed', order: requirePlaced(state) };
  } catch (error) {
    // Another order of the same guest may have come first. Or no answer came: then the long way finds what was recorded.
    if (error instanceof ConditionsFailed || error instanceof StoreUnavailable) return { outcome: 'sent', order_id };
    throw error;
  }
};
