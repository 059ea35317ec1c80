import type { ClientRegister } from '../clients/client-register.ts';
import type { LoyaltyService } from '../loyalty/loyalty-service.ts';
import type { OrganizationCharges } from '../organizations/organization-charges.ts';
import type { OrderingPoints } from '../points/ordering-point.ts';
import type { ReservationLookups } from '../reservations/reservation-lookups.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';

/** The services that operations on orders use, beside the streams of the orders. */
export interface OrderNeeds {
  readonly points: OrderingPoints;
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'nameOf'>;
  readonly units: UnitHolds;
  readonly charges: OrganizationCharges;
  readonly loyalty: LoyaltyService;
  readonly reservations: Pick<ReservationLookups, 'reservation'>;
}
