import { z } from 'zod';
import { amount } from '../../../commands/fields/answer-fields.ts';
import { deliveryEvents } from '../../../domain/delivery/events.ts';
import { isOf } from '../../../domain/event-catalogue.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart, withoutBrand } from './part.ts';

const schema = deliveryEvents.DeliveryZoneDefined.schema;
type Zone = z.infer<typeof schema>;

/** From its removal on there is no such zone. */
const evolve = (zone: Zone | null, event: RecordedEvent): Zone | null => {
  if (isOf(event, 'DeliveryZoneRemoved')) return null;
  return isOf(event, 'DeliveryZoneDefined') ? event.data : zone;
};

export const zoneEntity = (deps: EntityDependencies) => {
  const { readPart, ...part } = ofPart(deps, 'zone');
  return defineEntity({
    ...part,
    path: '/zones/:zone_id',
    name: 'A delivery zone',
    historySummary: "All of a delivery zone's events",
    exception: 'A removed zone is 404 from then on.',
    notFoundCode: 'zone_not_found',
    params: z.object({ zone_id: queryId() }),
    state: schema.omit({ brand_id: true }).extend({ price: amount(), min_order_amount: amount() }),
    read: ({ zone_id }, brandId, signal) => readPart(brandId, [zone_id], signal),
    folding: { initial: null, evolve },
    view: (zone) => zone && withoutBrand(zone),
  });
};
