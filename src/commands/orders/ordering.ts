import type { ClientRegister } from '../clients/client-register.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';
import type { OrderingPoints } from './ordering-point.ts';

/** What commands on orders act through, beside the orders' own streams. */
export interface Ordering {
  readonly points: OrderingPoints;
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'nameOf'>;
  readonly units: UnitHolds;
}
