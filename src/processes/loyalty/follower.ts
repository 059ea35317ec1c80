import type pg from 'pg';
import { asDomainEvents } from '../../commands/loop/folded.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { fold } from '../../domain/decider.ts';
import { isOf, typesOf } from '../../domain/event-catalogue.ts';
import { loyaltyEvents } from '../../domain/loyalty/events.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, requirePlaced } from '../../domain/orders/state.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Follower } from '../engine/process.ts';
import { deleteSecrets } from '../outbound/secrets.ts';
import { resend } from '../webhooks/queue.ts';
import { createChequeCalls } from './cheque-calls.ts';
import { evolveService, type KnownService, readServices, writeService } from './services.ts';

export interface LoyaltyFollowerOptions {
  readonly store: Pick<EventStore, 'read'>;
  readonly handler: CommandHandler;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const OF_CONNECTIONS = typesOf(loyaltyEvents);
const OF_CHEQUES = [
  ...(['LoyaltyHoldRequested', 'LoyaltyHoldGivenUp', 'ChequeClosed', 'ChequeReopened', 'GoodsReturned'] as const),
];

/**
 * Puts calls to loyalty services in the queue. It knows from the log itself which brand has a service, so that the
 * order of events decides what is told, and not the moment of the look-up.
 */
export const createLoyaltyFollower = ({ store, handler, clock }: LoyaltyFollowerOptions): Follower => {
  /** The order as it was just before the event. */
  const orderBefore = async ({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): Promise<Order> => {
    const events = await store.read(stream, 0, revision);
    return requirePlaced(fold(orderDecider, orderDecider.initial, asDomainEvents(orderDecider, events)));
  };

  const handle = async (events: readonly RecordedEvent[], tx: pg.PoolClient): Promise<void> => {
    const services = await readServices(tx, [...new Set(events.map(({ metadata }) => metadata.brand_id))]);
    const calls = createChequeCalls({ tx, handler, clock });
    const changed = new Set<string>();
    const replacedSecrets: string[] = [];
    for (const event of events) {
      const { brand_id } = event.metadata;
      if (isOf(event, ...OF_CHEQUES)) {
        const service = services.get(brand_id);
        // Most brands have no loyalty service at all.
        if (service) await calls.after(event, service, () => orderBefore(event));
        continue;
      }
      if (!isOf(event, ...OF_CONNECTIONS)) continue;
      if (event.type === 'LoyaltyDeliveryResent') {
        await calls.flush();
        await resend(tx, event.data.delivery_id, event.data.resent_at, event.position);
        continue;
      }
      const before = services.get(brand_id);
      const after: KnownService | undefined = evolveService(before, event);
      if (after === undefined || after === before) continue;
      if (before && before.secret_id !== after.secret_id) replacedSecrets.push(before.secret_id);
      services.set(brand_id, after);
      changed.add(brand_id);
    }
    await calls.end();
    for (const brandId of changed) await writeService(tx, services.get(brandId)!);
    await deleteSecrets(tx, replacedSecrets);
  };

  return { name: 'loyalty', types: [...OF_CONNECTIONS, ...OF_CHEQUES], startAt: 'start', handle };
};
