import type pg from 'pg';
import { purgeableTypes } from '../commands/all-commands.ts';
import type { ClientRegister } from '../commands/clients/client-register.ts';
import type { CommandHandler } from '../commands/loop/handle.ts';
import type { OrganizationCharges } from '../commands/organizations/organization-charges.ts';
import type { OrderingPoints } from '../commands/points/ordering-point.ts';
import type { ReservationLookups } from '../commands/reservations/reservation-lookups.ts';
import type { UnitHolds } from '../commands/stop-list/unit-holds.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { createCommandRetention } from './command-retention.ts';
import type { Follower, Ticker } from './engine/process.ts';
import { createEventIndex } from './event-index.ts';
import type { Loyalty } from './loyalty/loyalty.ts';
import { createMoneyParties } from './money/money-parties.ts';
import { createOrderTimers } from './orders/order-timers.ts';
import { createOrganizationChargesProcess } from './organizations/organization-charges.ts';
import type { Outbound } from './outbound/outbound.ts';
import { createReservationCheques } from './reservations/reservation-cheques.ts';
import { createReservationTimers } from './reservations/reservation-timers.ts';
import { createSignInRetention } from './sign-in-retention.ts';
import { createHeldUnits } from './stop-list/held-units.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What the processes need. */
export interface ProcessDependencies {
  readonly store: EventStore;
  /** The same events as they are stored. */
  readonly stored: EventStore;
  readonly pool: pg.Pool;
  readonly handler: CommandHandler;
  readonly units: UnitHolds;
  readonly charges: OrganizationCharges;
  readonly clients: Pick<ClientRegister, 'findOrCreate'>;
  readonly lookups: Pick<ReservationLookups, 'reservation'>;
  readonly points: Pick<OrderingPoints, 'placeThen'>;
  readonly webhooks: Pick<Webhooks, 'follower' | 'windows'>;
  readonly loyalty: Pick<Loyalty, 'follower' | 'ticker'>;
  readonly outbound: Pick<Outbound, 'tickers' | 'wake'>;
  /** Those that prove the log. */
  readonly logTickers: readonly Ticker[];
  /** Those that look after the keys of persons and the hashes of phones. */
  readonly personalTickers: readonly Ticker[];
  readonly erasures: { readonly follower: Follower; readonly ticker: Ticker };
  /** How long results of commands are kept, in milliseconds. */
  readonly commandRetentionMs: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Processes {
  readonly followers: readonly Follower[];
  readonly tickers: readonly Ticker[];
}

/** Every process. A process that is not named here does not run. */
export const allProcesses = (options: ProcessDependencies): Processes => {
  const { stored, handler, pool, units, charges, clients, lookups, points, webhooks, loyalty, outbound } = options;
  const { logTickers, personalTickers, erasures } = options;
  const { commandRetentionMs, clock } = options;
  const heldUnits = createHeldUnits({ handler, units, clock });
  const organizationCharges = createOrganizationChargesProcess({ handler, charges, clock });
  const reservationCheques = createReservationCheques({ handler, clients, lookups, points, clock });
  const queueing = (follower: Follower): Follower => ({ ...follower, stored: outbound.wake });
  return {
    followers: [
      heldUnits.follower,
      organizationCharges.follower,
      reservationCheques.follower,
      createMoneyParties({ handler, clock }),
      queueing(webhooks.follower),
      queueing(loyalty.follower),
      erasures.follower,
    ],
    tickers: [
      createOrderTimers({ handler, pool, units }),
      createReservationTimers({ handler, pool }),
      reservationCheques.ticker,
      ...heldUnits.tickers,
      organizationCharges.ticker,
      loyalty.ticker,
      webhooks.windows,
      ...outbound.tickers,
      ...logTickers,
      createEventIndex({ stored, pool }),
      ...personalTickers,
      erasures.ticker,
      createCommandRetention({ pool, retentionMs: commandRetentionMs, types: purgeableTypes }),
      createSignInRetention(pool),
    ],
  };
};
