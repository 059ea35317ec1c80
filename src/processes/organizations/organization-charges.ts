import type { CommandHandler } from '../../commands/loop/handle.ts';
import type { OrganizationCharges } from '../../commands/organizations/organization-charges.ts';
import { forEachAFew } from '../../concurrency/for-each-a-few.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { placedOrder } from '../../domain/orders/state.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import { defineFollower } from '../engine/define-follower.ts';
import { firstPosition } from '../engine/first-position.ts';
import { type Follower, systemEnvelope, type Ticker } from '../engine/process.ts';
import { boundedBy, dueAt } from '../engine/second-step.ts';

export interface OrganizationChargesProcessOptions {
  readonly handler: CommandHandler;
  readonly charges: OrganizationCharges;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const NAME = 'organization-charges';
const TICK_MS = 1_000;
const TYPES = [
  ...(['OrganizationCharged', 'OrganizationChargeReleased', 'ChequeClosed', 'ChequeReopened'] as const),
  'GoodsReturned' as const,
];

type Followed = Recorded<EventOf<(typeof TYPES)[number]>>;
type Charged = Recorded<EventOf<'OrganizationCharged'>>;

/** A charge whose cheque was not seen closed yet. */
interface PendingCharge {
  readonly event: Charged;
  /** Milliseconds since the epoch: after that, no cheque may be closed with it. */
  readonly due_at: number;
}

/**
 * Makes sure that organizations owe for closed cheques, and for nothing else: releases a charge if its cheque was not
 * closed with it or is open again, and sets returns off. Each step is idempotent: two processes may take it at once. What
 * it waits for is in memory only, so its checkpoint stays before that, and a restart sees it again.
 */
export const createOrganizationChargesProcess = ({
  handler,
  charges,
  clock,
}: OrganizationChargesProcessOptions): { follower: Follower; ticker: Ticker } => {
  const pending = new Map<string, PendingCharge>();

  const see = (event: Followed): void => {
    switch (event.type) {
      case 'OrganizationCharged': {
        const { charge_id } = event.data;
        // A charge that is seen again, after a failure, has waited already.
        if (pending.has(charge_id)) return;
        pending.set(charge_id, { event, due_at: dueAt(event.metadata.occurred_at, clock()) });
        return;
      }
      case 'OrganizationChargeReleased':
      case 'ChequeClosed':
        if (event.data.charge_id !== null) pending.delete(event.data.charge_id);
    }
  };

  /** The commands that reopen cheques and return goods do the same at once. This is for what a crash left. */
  const settle = async (event: Followed): Promise<void> => {
    const { brand_id } = event.metadata;
    const envelope = systemEnvelope(NAME, new Date(clock()), event.metadata, event);
    if (event.type === 'GoodsReturned') await charges.setOff(brand_id, event.data, envelope);
    if (event.type === 'ChequeReopened') await charges.reopen(brand_id, event.data, envelope);
  };

  /**
   * Decides on a charge whose cheque was not closed in time. First the order's own stream records that the cheque may
   * not be closed with it: a closing that was only slow is then refused, and charges anew. Only after that it is
   * released.
   */
  const resolve = async ({ event }: PendingCharge, now: Date): Promise<void> => {
    const { order_id, charge_id } = event.data;
    const envelope = systemEnvelope(NAME, now, event.data, event);
    const { state } = await handler.handle(orderDecider, order_id, { type: 'AbandonCharge', charge_id }, envelope);
    if (placedOrder(state)?.cheque?.charge_id !== charge_id) await charges.release(event.data, event.data, envelope);
  };

  const follower = defineFollower({
    name: NAME,
    types: TYPES,
    startAt: 'start',
    handle: async (events) => {
      events.forEach(see);
      await forEachAFew(events, settle);
    },
    holdBack: () => firstPosition(pending.values().map(({ event }) => event)),
    begin: () => pending.clear(),
  });

  const ticker: Ticker = {
    name: NAME,
    everyMs: TICK_MS,
    tick: async (now) => {
      for (const [id, charge] of pending) pending.set(id, boundedBy(charge, now.getTime()));
      const due = [...pending.values()].filter((charge) => charge.due_at <= now.getTime());
      await forEachAFew(due, async (charge) => {
        await resolve(charge, now);
        pending.delete(charge.event.data.charge_id);
      });
    },
  };
  return { follower, ticker };
};
