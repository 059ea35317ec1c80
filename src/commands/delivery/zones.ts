import { z } from 'zod';
import { deliveryAreaDecider } from '../../domain/delivery/decide.ts';
import { conflict, notFound } from '../../domain/refusal.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { entryResult } from '../bus/results.ts';
import { id } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { zoneInput } from './zone-input.ts';

export const defineZone = defineCommand({
  type: 'DefineZone',
  audiences: ['venue'],
  summary:
    'Creates or replaces a delivery zone of a point. Of zones that overlap, the one with the highest priority wins.',
  input: zoneInput,
  is_shown: true,
  result: entryResult,
  run: async ({ id: givenId, priority, ...fields }, context, zones: ZonePlaces) => {
    const { brand_id } = context;
    const { point_id } = fields;
    await requirePoint(context, point_id);
    if (givenId != null) await requireZoneOf(context, zones, givenId, point_id);
    const zone_id = givenId ?? (await context.newId());
    const zone = { ...fields, zone_id, brand_id, priority: priority ?? 0 };
    const command = { type: 'DefineZone', zone, replaces: givenId != null, named: context.named } as const;
    const handled = await context.handle(deliveryAreaDecider, point_id, command, { point_id });
    return outcome(handled, ([event]) => ({ id: event?.data.zone_id ?? zone_id }));
  },
});

/** A zone keeps its point: its events are on the stream of that point. */
const requireZoneOf = async (
  { caller, brand_id }: CommandContext,
  zones: ZonePlaces,
  zoneId: number,
  pointId: string,
) => {
  const known = await zones.pointOfZone(brand_id, zoneId);
  if (!isKeysPoint(caller, known)) throw notFound('zone_not_found');
  if (known !== pointId) throw conflict('point_cannot_change', { field: 'point_id' });
};

const removeZone = defineCommand({
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

/** Port: where delivery zones are. The read side answers it. */
export interface ZonePlaces {
  /** The point of a delivery zone of the brand, also of a removed one; undefined if there is no such zone. */
  pointOfZone(brandId: string, zoneId: number): Promise<string | undefined>;
}

export const deliveryCommands: readonly CommandDefinition<ZonePlaces>[] = [defineZone, removeZone];
