import { type ById, entryOf, withEntries, withoutIds } from '../collections/by-id.ts';
import type { DeliveryEvent } from './events.ts';
import type { DeliveryZone } from './zone.ts';

/** Where a point delivers: its zones by id. */
export interface DeliveryArea {
  readonly zones: ById<DeliveryZone>;
  /** Zones that were removed: they can be restored. */
  readonly retired: ById<DeliveryZone>;
}

export const evolveArea = ({ zones, retired }: DeliveryArea, { type, data }: DeliveryEvent): DeliveryArea => {
  const { zone_id } = data;
  if (type === 'DeliveryZoneDefined') {
    return { zones: withEntries(zones, [[zone_id, data]]), retired: withoutIds(retired, [zone_id]) };
  }
  const zone = entryOf(zones, zone_id);
  return {
    zones: withoutIds(zones, [zone_id]),
    retired: zone ? withEntries(retired, [[zone_id, zone]]) : retired,
  };
};
