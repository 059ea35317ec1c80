import type { ClientRegister } from '../clients/client-register.ts';
import type { ExternalIds } from './external-ids.ts';
import type { ReservationLookups } from './reservation-lookups.ts';

/** What operations on reservations need, of the venue and of partners. */
export interface BookingNeeds {
  readonly externalIds: ExternalIds;
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'known'>;
  readonly lookups: Pick<ReservationLookups, 'reservation'>;
}
