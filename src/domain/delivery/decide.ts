import { entryOf } from '../collections/by-id.ts';
import type { Decider } from '../decider.ts';
import { mended } from '../mended.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { DeliveryAreaCommand } from './commands.ts';
import type { DeliveryEvent } from './events.ts';
import { completePolygon } from './polygon.ts';
import { type DeliveryArea, evolveArea } from './state.ts';
import type { DeliveryZone } from './zone.ts';

const decide = ({ zones, retired }: DeliveryArea, command: DeliveryAreaCommand): readonly DeliveryEvent[] => {
  if (command.type === 'DefineZone') {
    const { zone } = command;
    const gone = entryOf(retired, zone.zone_id);
    const known = entryOf(zones, zone.zone_id) ?? gone;
    if (command.replaces && !known) throw notFound('zone_not_found');
    const meant = mended(known, zone, command.named);
    const data = { ...meant, polygon: toMutable(completePolygon(meant.polygon)) };
    if (isSameValue(known, data)) return [];
    if (gone) throw conflict('entry_retired');
    return [{ type: 'DeliveryZoneDefined', data }];
  }
  const known = entryOf(zones, command.zone_id);
  const gone = entryOf(retired, command.zone_id);
  if (command.type === 'RestoreZone') {
    if (gone) return [{ type: 'DeliveryZoneDefined', data: { ...gone, polygon: toMutable(gone.polygon) } }];
    if (known) return [];
  }
  if (command.type === 'RetireZone' && gone) return [];
  if (!known) throw notFound('zone_not_found');
  const { zone_id, brand_id, point_id } = known;
  return [{ type: 'DeliveryZoneRemoved', data: { zone_id, brand_id, point_id } }];
};

const toMutable = (polygon: DeliveryZone['polygon']): [number, number][][] =>
  polygon.map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude]));

/** Stream `delivery_area-<point_id>`. */
export const deliveryAreaDecider: Decider<DeliveryArea, DeliveryAreaCommand, DeliveryEvent> = {
  category: 'delivery_area',
  stateVersion: 2,
  initial: { zones: [], retired: [] },
  evolve: evolveArea,
  decide,
};
