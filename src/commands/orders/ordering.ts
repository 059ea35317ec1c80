import { notFound } from '../../domain/refusal.ts';
import type { Partner } from '../bus/caller.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { LoyaltyService } from '../loyalty/loyalty-service.ts';
import type { OrganizationCharges } from '../organizations/organization-charges.ts';
import { isKeysPoint } from '../points/require-point.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';
import type { OrderingPoint, OrderingPoints } from './ordering-point.ts';

/** The services that operations on orders use, beside the streams of the orders. */
export interface Ordering {
  readonly points: OrderingPoints;
  readonly clients: Pick<ClientRegister, 'findOrCreate' | 'nameOf'>;
  readonly units: UnitHolds;
  readonly charges: OrganizationCharges;
  readonly loyalty: LoyaltyService;
}

/** The point, or 404 if it belongs to another brand, or is a point that the key is not for. */
export const requireOrderingPoint = async (
  { points }: Pick<Ordering, 'points'>,
  partner: Partner,
  pointId: string,
): Promise<OrderingPoint> => {
  const point = isKeysPoint(partner, pointId) ? await points.find(partner.brand_id, pointId) : undefined;
  if (!point) throw notFound('point_not_found');
  return point;
};
