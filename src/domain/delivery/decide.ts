import { entryOf } from '../collections/by-id.ts';
import type { Decider } from '../decider.ts';
import { notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { DeliveryAreaCommand } from './commands.ts';
import type { DeliveryEvent } from './events.ts';
import { completePolygon } from './polygon.ts';
import { type DeliveryArea, evolveArea } from './state.ts';
import type { DeliveryZone } from './zone.ts';

const decide = ({ zones }: DeliveryArea, command: DeliveryAreaCommand): readonly DeliveryEvent[] => {
  if (command.type === 'DefineZone') {
    const { zone } = command;
    const known = entryOf(zones, zone.zone_id);
    if (command.replaces && !known) throw notFound('zone_not_found');
    const data = { ...zone, polygon: toMutable(completePolygon(zone.polygon)) };
    return isSameValue(known, data) ? [] : [{ type: 'DeliveryZoneDefined', data }];
  }
  const known = entryOf(zones, command.zone_id);
  if (!known) throw notFound('zone_not_found');
  const { zone_id, brand_id, point_id } = known;
  return [{ type: 'DeliveryZoneRemoved', data: { zone_id, brand_id, point_id } }];
};

const toMutable = (polygon: DeliveryZone['polygon']): [number, number][][] =>
  polygon.map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude]));

/** Stream `delivery_area-<point_id>`. */
export const deliveryAreaDecider: Decider<DeliveryArea, DeliveryAreaCommand, DeliveryEvent> = {
  category: 'delivery_area',
  stateVersion: 1,
  initial: { zones: [] },
  evolve: evolveArea,
  decide,
};
