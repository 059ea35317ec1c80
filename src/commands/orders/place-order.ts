import { setTimeout as delay } from 'node:timers/promises';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, placedOrder, requirePlaced } from '../../domain/orders/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { IdentityKey } from '../claims/identities.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { draftOrder, type OrderDraft } from './draft-order.ts';
import { type NamedOrder, requireOwnOrder } from './own-order.ts';
import { createPlaceAtOnce } from './place-at-once.ts';
import { clientOf, orderOf, type Placing, type PlacingOptions, wantedUnits } from './placing.ts';

const MAX_ATTEMPTS = 3;
/** Between looks at what becomes of another attempt at the same order: two and a half seconds in all. */
const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640, 1_280];

/**
 * Places an order: id, units, client, then the order itself, whose append is the moment it exists. What a crash leaves
 * before that is taken up by the repeat (id, client) or given back (units). Most orders need nothing but the append.
 */
export const createPlaceOrder = (options: PlacingOptions) => {
  const { handler, identities, clients, units } = options;
  const placeAtOnce = createPlaceAtOnce(options);

  const place = async (placing: Placing): Promise<Order> => {
    const { partner, input, point, envelope } = placing;
    const key = input.external_id ? orderKey(input.point_id, input.external_id) : null;
    let draft: OrderDraft;
    try {
      draft = draftOrder(input, partner, point, envelope.occurred_at);
    } catch (error) {
      return answerRefused(error, input, key && (await identities.find(key)));
    }
    const atOnce = await placeAtOnce(placing, draft, key);
    if (atOnce.outcome === 'placed') return atOnce.order;
    const sentAs = atOnce.outcome === 'sent' ? atOnce.order_id : undefined;
    const { id, claimed } = key
      ? await identities.claim(key)
      : { id: sentAs ?? (await identities.mint()), claimed: true };
    // Claimed before: the order may be there, or that attempt died, or is still under way.
    const placed = claimed ? null : await load(id, input);
    return placed ?? record(placing, draft, id, claimed).catch((error) => answerRefused(error, input, key && id));
  };

  const record = async (placing: Placing, draft: OrderDraft, order_id: number, fresh: boolean): Promise<Order> => {
    const { partner, input, envelope } = placing;
    const { brand_id } = partner;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const hold_id = await takeUnits(placing, draft, order_id);
      const hold = hold_id === null ? null : { brand_id, point_id: input.point_id, order_id, hold_id };
      const client_id = await clients.findOrCreate(clientOf(placing, draft), envelope);
      const order = await orderOf(clients, placing, draft, { order_id, client_id, hold_id });
      try {
        const options = { fresh: fresh && attempt === 0 };
        const handled = await handler.handle(orderDecider, order_id, { type: 'PlaceOrder', order }, envelope, options);
        const placed = requirePlaced(handled.state);
        requireOwnOrder(placed, input, handled.events.length > 0);
        // Another attempt with other items came first: these units are nobody's. Left lying, they are found later.
        if (hold && placed.hold_id !== hold_id) await units.giveBack(hold, envelope).catch(() => {});
        return placed;
      } catch (error) {
        // It took so long that its units are on their way back: others have to be taken.
        if (!(error instanceof Refusal) || error.code !== 'order_hold_abandoned') throw error;
        if (hold) await units.giveBack(hold, envelope);
      }
    }
    throw new Unavailable('the units of an order were given back again and again');
  };

  const takeUnits = ({ input, envelope }: Placing, draft: OrderDraft, order_id: number): Promise<string | null> => {
    const of = { brand_id: envelope.brand_id, point_id: input.point_id, order_id };
    return units.take({ ...of, wanted: wantedUnits(draft) }, envelope);
  };

  const load = async (orderId: number, named: NamedOrder): Promise<Order | null> => {
    const order = placedOrder((await handler.load(orderDecider, orderId)).state);
    if (order) requireOwnOrder(order, named, false);
    return order;
  };

  /**
   * A repeat is answered whatever its body says: the menu may have changed since the order was placed. And what it is
   * short of may be what another attempt at the same order has just taken: how that one ends is waited for. Without an
   * `id`, that of its external_id, it is no repeat.
   */
  const answerRefused = async (error: unknown, named: NamedOrder, id: number | null | undefined): Promise<Order> => {
    if (!id || !(error instanceof Refusal)) throw error;
    for (const pause of PAUSES_MS) {
      const isHolding = await units.isHolding({ point_id: named.point_id, order_id: id });
      const placed = await load(id, named);
      if (placed) return placed;
      if (!isHolding) throw error;
      await delay(pause);
    }
    throw new Unavailable('another attempt to place the same order is under way');
  };

  return place;
};

/** external_id is scoped to the point, whatever key sent it. */
export const orderKey = (pointId: string, externalId: string): IdentityKey => ({
  kind: 'order',
  scope: pointId,
  key: externalId,
});
