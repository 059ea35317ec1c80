import { type ById, withEntries, withoutIds } from '../collections/by-id.ts';
import type { DeliveryEvent } from './events.ts';
import type { DeliveryZone } from './zone.ts';

/** Where a point delivers: its zones by id. */
export interface DeliveryArea {
  readonly zones: ById<DeliveryZone>;
}

export const evolveArea = ({ zones }: DeliveryArea, { type, data }: DeliveryEvent): DeliveryArea => ({
  zones:
    type === 'DeliveryZoneRemoved' ? withoutIds(zones, [data.zone_id]) : withEntries(zones, [[data.zone_id, data]]),
});
