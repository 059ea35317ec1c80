import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import { entryOf } from '../../domain/collections/by-id.ts';
import type { OrderLine } from '../../domain/orders/events.ts';
import type { Order } from '../../domain/orders/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { StopListCommand } from '../../domain/stop-list/commands.ts';
import { stopListDecider } from '../../domain/stop-list/decide.ts';
import { holdsOf, type StopList } from '../../domain/stop-list/state.ts';
import { holdFor, shortProducts } from '../../domain/stop-list/take-units.ts';
import type { WantedUnits } from '../../domain/stop-list/unit-commands.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { Folded } from '../loop/folded.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { ownHoldIds, releaseHoldId, unitsOfOrder } from './hold-ids.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

export interface OfOrder extends OfPoint {
  readonly order_id: number;
}

interface WantedHold extends OfOrder {
  readonly wanted: readonly WantedUnits[];
  /** It was sold before it came in: nothing is refused, and as many units are taken as are left. */
  readonly is_sold?: boolean;
}

interface HoldOfOrder {
  readonly order_id: number;
  readonly hold_id: string;
}

/**
 * Units of limited products that orders hold (docs/domain.md#stop-list). An order takes its units before it exists.
 * After a crash in between, the process held-units finds the hold without an order, and gives its units back.
 */
export interface UnitHolds {
  /**
   * Takes units of the limited products of an order that is about to be placed. Answers the hold's id, or null if
   * nothing wanted is limited. Another attempt at the same order may share the hold. Throws product_in_stop_list or
   * stop_list_insufficient {name, product_id, available_quantity}.
   */
  take(hold: WantedHold, envelope: Envelope): Promise<string | null>;
  /**
   * If no wanted product was limited when this app process last read the stop-list: the end of its stream at
   * that time. While the stream ends there, an order of them needs no units. Otherwise null.
   */
  unlimitedAt(
    point_id: string,
    wanted: readonly WantedUnits[],
  ): { readonly stream: string; readonly revision: number } | null;
  /**
   * Gives back the units that are left in the hold. A hold that was given back or settled has none. Answers the log
   * position, or null if no unit was left.
   */
  giveBack(hold: OfPoint & HoldOfOrder, envelope: Envelope): Promise<number | null>;
  /**
   * Takes units for items that are about to be added to an order, beside the units that the order holds already.
   * Answers the hold's id, or null if no item is limited. Throws like `take`.
   */
  takeMore(hold: WantedHold, envelope: Envelope): Promise<string | null>;
  /**
   * Gives back the units that the order holds and its lines no longer need. Idempotent. Answers the log position, or
   * null if there were no such units.
   */
  fit(order: Order, envelope: Envelope): Promise<number | null>;
  /**
   * At the release of a preorder: checks its products against the stop-list of now, and takes units of those that
   * became limited since it was placed. Answers []. If products are short, takes no units and answers these products.
   */
  recheck(order: Order, envelope: Envelope): Promise<readonly number[]>;
  /** Whether an attempt to place this order has units, of any product. */
  isHolding(order: Omit<OfOrder, 'brand_id'>): Promise<boolean>;
  /** Forgets these holds of a point: their units are sold. */
  settle(point: OfPoint, holds: readonly HoldOfOrder[], envelope: Envelope): Promise<void>;
}

export interface UnitHoldsOptions {
  readonly handler: CommandHandler;
  readonly newUuid: () => string;
}

/**
 * The stop-list may change after a refusal and before we read which products are short. Then the check is made again.
 */
const MAX_RECHECKS = 5;
const SEEN_POINTS = 10_000;

export const createUnitHolds = ({ handler, newUuid }: UnitHoldsOptions): UnitHolds => {
  const seen = new LRUCache<string, Folded<StopList>>(atMost(SEEN_POINTS));
  /**
   * Each change of the stop-list is a command with its own id. One request may make two: it takes units, and gives them
   * back. With the request's own command id, the second one would count as a repeat of the first, and do nothing.
   */
  const handle = async (command: StopListCommand, envelope: Envelope, command_id: string) => {
    const { brand_id, point_id } = command;
    const own = { ...envelope, command_id, causation_id: envelope.command_id, brand_id, point_id };
    const handled = await handler.handle(stopListDecider, point_id, command, own);
    const { state, revision } = handled;
    seen.set(point_id, { state, revision });
    return handled;
  };

  const unlimitedAt: UnitHolds['unlimitedAt'] = (point_id, wanted) => {
    const stopList = seen.get(point_id);
    if (!stopList || wanted.some(({ product_id }) => entryOf(stopList.state.entries, product_id))) return null;
    return { stream: `${stopListDecider.category}-${point_id}`, revision: stopList.revision };
  };

  const take: UnitHolds['take'] = async ({ brand_id, point_id, order_id, wanted, is_sold }, envelope) => {
    const hold_id = newUuid();
    const command = { type: 'TakeUnits' as const, brand_id, point_id, order_id, hold_id, wanted, is_sold };
    const { events, state } = await handle(command, envelope, hold_id);
    return events.length > 0 ? hold_id : (holdFor(state, command)?.hold_id ?? null);
  };

  const takeMore: UnitHolds['takeMore'] = async ({ brand_id, point_id, order_id, wanted, is_sold }, envelope) => {
    const hold_id = newUuid();
    const hold = { brand_id, point_id, order_id, hold_id, own_hold_ids: [hold_id] };
    const { events } = await handle({ type: 'RecheckHold', ...hold, wanted, is_sold }, envelope, hold_id);
    return events.length > 0 ? hold_id : null;
  };

  const fit: UnitHolds['fit'] = async (order, envelope) => {
    const { brand_id, point_id, order_id } = order;
    let position: number | null = null;
    for (const { hold_ids, lines } of unitsOfOrder(order)) {
      const command = { type: 'FitHolds' as const, brand_id, point_id, order_id, hold_ids, kept: allUnits(lines) };
      position = (await handle(command, envelope, newUuid())).position ?? position;
    }
    return position;
  };

  const giveBack: UnitHolds['giveBack'] = async ({ brand_id, point_id, order_id, hold_id }, envelope) => {
    const command = { type: 'ReturnUnits' as const, brand_id, point_id, order_id, hold_ids: [hold_id] };
    return (await handle(command, envelope, newUuid())).position;
  };

  const recheck: UnitHolds['recheck'] = async (order, envelope) => {
    const { brand_id, point_id, order_id } = order;
    const hold = { brand_id, point_id, order_id, hold_id: releaseHoldId(order_id), own_hold_ids: ownHoldIds(order) };
    const command = { type: 'RecheckHold' as const, ...hold, wanted: allUnits(order.lines) };
    for (let attempt = 0; attempt < MAX_RECHECKS; attempt++) {
      try {
        await handle(command, envelope, newUuid());
        return [];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      const short = shortProducts((await handler.load(stopListDecider, point_id)).state, command);
      if (short.length > 0) return short;
    }
    throw new Unavailable('the stop-list changed each time while an order was checked against it');
  };

  const settle: UnitHolds['settle'] = async ({ brand_id, point_id }, holds, envelope) => {
    const named = holds.map(({ order_id, hold_id }) => ({ order_id, hold_id }));
    await handle({ type: 'SettleHolds', brand_id, point_id, holds: named }, envelope, newUuid());
  };

  const isHolding: UnitHolds['isHolding'] = async ({ point_id, order_id }) =>
    holdsOf((await handler.load(stopListDecider, point_id)).state, order_id).length > 0;

  return { take, unlimitedAt, takeMore, fit, giveBack, recheck, isHolding, settle };
};

const allUnits = (lines: readonly OrderLine[]): WantedUnits[] => lines.flatMap((line) => [line, ...line.modifiers]);
