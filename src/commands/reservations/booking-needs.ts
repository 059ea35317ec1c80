import type { EventStore } from '../../event-store/event-store.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { OrderingPoints } from '../points/ordering-point.ts';
import type { ExternalIds } from './external-ids.ts';
import type { ReservationLookups } from './reservation-lookups.ts';

interface AnyBookingNeeds {
  readonly externalIds: ExternalIds;
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'known'>;
  readonly lookups: Pick<ReservationLookups, 'reservation'>;
}

/** What the venue's commands on reservations need. */
export interface BookingNeeds extends AnyBookingNeeds {
  readonly points: OrderingPoints;
}

/** What partners' operations on them need. */
export interface PartnerBookingNeeds extends AnyBookingNeeds {
  readonly lookups: ReservationLookups;
  readonly store: Pick<EventStore, 'read'>;
}
