import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, requirePlaced } from '../../domain/orders/state.ts';
import { ConditionsFailed } from '../../event-store/event-store.ts';
import type { IdentityKey } from '../claims/identities.ts';
import type { OrderDraft } from './draft-order.ts';
import { clientOf, orderOf, type Placing, wantedUnits } from './placing.ts';

/** What became of an order that was to be placed at once. */
export type AtOnce =
  | { readonly outcome: 'placed'; readonly order: Order }
  /** It was not sent, so it can be placed the long way. */
  | { readonly outcome: 'not_sent' }
  /**
   * It was sent, and is to be placed the long way under the same id. The append may still land: with another id there
   * would then be two orders.
   */
  | { readonly outcome: 'sent'; readonly order_id: number };

const NOT_SENT: AtOnce = { outcome: 'not_sent' };

/**
 * Places an order of a client we know that wants nothing limited, in one call to the event store: the external_id is
 * claimed with the append, on condition that the stop-list is what it was when this process last saw it. No order when
 * it needs more than that, or a condition failed: then it takes the long way.
 */
export const placeAtOnce = async (placing: Placing, draft: OrderDraft, key: IdentityKey | null): Promise<AtOnce> => {
  const { context, needs, input } = placing;
  const { point_id } = input;
  if (!needs.takesConditions) return NOT_SENT;
  const client_id = await needs.clients.known(clientOf(placing, draft));
  const unchanged = needs.units.unlimitedAt(point_id, wantedUnits(draft));
  if (client_id === undefined || unchanged === null) return NOT_SENT;

  const order_id = await context.newId();
  const order = await orderOf(placing, draft, { order_id, client_id, hold_id: null });
  const conditions = { unchanged, claim: key && { ...key, id: order_id } };
  try {
    const command = { type: 'PlaceOrder' as const, order };
    const options = { point_id, fresh: true, conditions };
    const { state, events } = await context.handle(orderDecider, order_id, command, options);
    // Should an id ever be given out twice: the order that has it is another guest's.
    return events.length > 0 ? { outcome: 'placed', order: requirePlaced(state) } : NOT_SENT;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    // Sent again after a lost connection, it fails because the first one had landed after all.
    const landed = await context.recorded(orderDecider, order_id);
    return landed ? { outcome: 'placed', order: requirePlaced(landed.state) } : { outcome: 'sent', order_id };
  }
};
