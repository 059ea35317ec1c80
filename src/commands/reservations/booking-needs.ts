import type { EventStore } from '../../event-store/event-store.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { ExternalIds } from './external-ids.ts';
import type { ReservationLookups } from './reservation-lookups.ts';

/** What the venue's commands on reservations need. */
export interface BookingNeeds {
  readonly externalIds: ExternalIds;
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'known'>;
  readonly lookups: Pick<ReservationLookups, 'reservation'>;
}

/** What partners' operations on them need. */
export interface PartnerBookingNeeds extends BookingNeeds {
  readonly lookups: ReservationLookups;
  readonly store: Pick<EventStore, 'read'>;
}
