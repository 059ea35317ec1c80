import { setTimeout as delay } from 'node:timers/promises';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, placedOrder, requirePlaced } from '../../domain/orders/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import { defineOperation } from '../bus/operation.ts';
import type { IdentityKey } from '../claims/identities.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { requireOrderingPoint } from '../points/ordering-point.ts';
import { recordOnUnits } from '../stop-list/record-on-units.ts';
import { draftOrder, type OrderDraft } from './draft-order.ts';
import { requireOwnOrder } from './find-order.ts';
import { LARGEST_ORDER, type PlaceOrderInput, placeOrderInput } from './order-input.ts';
import {
  type AtOnce,
  clientOf,
  orderOf,
  type Placing,
  type PlacingNeeds,
  placeAtOnce,
  wantedUnits,
} from './place-at-once.ts';

/** Pauses between the checks whether another attempt at the same order has ended. Two and a half seconds in all. */
const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640, 1_280];

/**
 * Places the order. If an order was placed with the same external_id, answers that one as it is now. The steps: claim
 * the id, take units, find or create the client, append the order. The order exists from the append on. After a crash
 * before that, a repeat uses the same id and client, and the process held-units gives the units back. Most orders need
 * only the append.
 */
export const placeOrder = defineOperation({
  audiences: ['partner'],
  summary: 'Place an order',
  input: placeOrderInput,
  bodyLimit: LARGEST_ORDER,
  run: async (input: PlaceOrderInput, context, needs: PlacingNeeds) => {
    const point = await requireOrderingPoint(needs, context.caller, input.point_id);
    // The answer waits for no read model, because a request for the order reads the log.
    return { position: null, result: await place({ input, point, context, needs }) };
  },
});

/**
 * The id under which an order is placed in steps, and who may have used it before. With an external_id, the claim alone
 * tells: an append that claims it lands only as long as nobody else has claimed it.
 */
type Attempt =
  /** Without an external_id: nobody else knows the id, so its stream is new. */
  | { readonly kind: 'fresh'; readonly order_id: number }
  /** Without an external_id, and sent before with an unknown outcome: the stream may have the order by now. */
  | { readonly kind: 'sent'; readonly order_id: number }
  /** This attempt has claimed the external_id: the stream is new, but from now on repeats use the same id. */
  | { readonly kind: 'claimed_now'; readonly order_id: number }
  /** An earlier attempt has claimed it, and has placed the order, or failed, or is still under way. */
  | { readonly kind: 'claimed_before'; readonly order_id: number };

const place = async (placing: Placing): Promise<Order> => {
  const { input, point, context } = placing;
  const key = input.external_id ? orderKey(input.point_id, input.external_id) : null;
  let draft: OrderDraft;
  try {
    draft = draftOrder(input, context.caller, point, context.occurred_at);
  } catch (error) {
    const claimed = key ? await context.findClaimed(key) : undefined;
    if (claimed === undefined) throw error;
    return answerRefused(error, placing, claimed);
  }
  const atOnce = await placeAtOnce(placing, draft, key);
  if (atOnce.outcome === 'placed') return atOnce.order;
  const { kind, order_id } = await begin(placing, key, atOnce);
  const orAnswer = (error: unknown): Promise<Order> => answerRefused(error, placing, order_id);
  switch (kind) {
    case 'fresh':
      return record(placing, draft, order_id, true);
    case 'sent':
      return record(placing, draft, order_id, false);
    case 'claimed_now':
      return record(placing, draft, order_id, true).catch(orAnswer);
    case 'claimed_before':
      return (await load(placing, order_id)) ?? record(placing, draft, order_id, false).catch(orAnswer);
  }
};

const begin = async (
  { context }: Placing,
  key: IdentityKey | null,
  atOnce: Exclude<AtOnce, { outcome: 'placed' }>,
): Promise<Attempt> => {
  if (key) {
    const { id: order_id, claimed } = await context.claim(key);
    return { kind: claimed ? 'claimed_now' : 'claimed_before', order_id };
  }
  if (atOnce.outcome === 'sent') return { kind: 'sent', order_id: atOnce.order_id };
  return { kind: 'fresh', order_id: await context.newId() };
};

/** `isNew`: the stream can have no events yet. */
const record = async (placing: Placing, draft: OrderDraft, order_id: number, isNew: boolean): Promise<Order> => {
  const { input, context, needs } = placing;
  const { point_id } = input;
  const of = { brand_id: context.brand_id, point_id, order_id };
  const envelope = context.envelope(point_id);
  return recordOnUnits(needs.units, of, envelope, {
    take: () => needs.units.take({ ...of, wanted: wantedUnits(draft) }, envelope),
    record: async (hold_id, attempt) => {
      const client_id = await needs.clients.findOrCreate(clientOf(placing, draft), envelope);
      const order = await orderOf(placing, draft, { order_id, client_id, hold_id });
      const options = { point_id, fresh: isNew && attempt === 0 };
      const handled = await context.handle(orderDecider, order_id, { type: 'PlaceOrder', order }, options);
      const placed = requirePlaced(handled.state);
      requireOwnOrder(placed, input, handled.events.length > 0);
      return placed;
    },
    // Another attempt, with other items, may have placed the order first.
    isUsed: (placed, hold_id) => placed.hold_id === hold_id,
  });
};

const load = async ({ context, input }: Placing, orderId: number): Promise<Order | null> => {
  const order = placedOrder(await context.load(orderDecider, orderId));
  if (order) requireOwnOrder(order, input, false);
  return order;
};

/**
 * Answers a refused request that is a repeat. If the order was placed before, answers that order: the menu may have
 * changed since then. If another attempt at the same order holds units, they may be the units that this one lacks:
 * waits until that attempt has ended. `id`: the id of the external_id.
 */
const answerRefused = async (error: unknown, placing: Placing, id: number): Promise<Order> => {
  if (!(error instanceof Refusal)) throw error;
  const { point_id } = placing.input;
  for (const pause of PAUSES_MS) {
    const isHolding = await placing.needs.units.isHolding({ point_id, order_id: id });
    const placed = await load(placing, id);
    if (placed) return placed;
    if (!isHolding) throw error;
    await delay(pause);
  }
  throw new Unavailable('another attempt to place the same order is under way');
};

/** The outside key of an order. An external_id belongs to the point: all keys share it. */
export const orderKey = (pointId: string, externalId: string): IdentityKey => ({
  kind: 'order',
  scope: pointId,
  key: externalId,
});
