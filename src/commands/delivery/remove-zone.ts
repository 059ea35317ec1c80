import { z } from 'zod';
import { deliveryAreaDecider } from '../../domain/delivery/decide.ts';
import { notFound } from '../../domain/refusal.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id } from '../fields/fields.ts';
import { isKeysPoint } from '../points/require-point.ts';
import type { ZonePlaces } from './zone-places.ts';

export const removeZone = defineCommand({
  type: 'RemoveZone',
  audiences: ['venue'],
  summary: 'Removes a delivery zone. Orders keep what they were placed with.',
  input: z.object({ id: id() }),
  result: entryResult,
  run: async ({ id: zone_id }, context, zones: ZonePlaces) => {
    const { caller, brand_id } = context;
    const point_id = await zones.pointOfZone(brand_id, zone_id);
    if (!isKeysPoint(caller, point_id)) throw notFound('zone_not_found');
    const handled = await context.handle(deliveryAreaDecider, point_id, { type: 'RemoveZone', zone_id }, { point_id });
    return outcome(handled, ([event]) => ({ id: event?.data.zone_id ?? zone_id }));
  },
});
