import { z } from 'zod';
import { amount } from '../../commands/fields/answer-fields.ts';
import { latitude, longitude } from '../../commands/fields/fields.ts';
import { checkDelivery, type DeliveryCheck } from '../../domain/delivery/check.ts';
import type { DeliveryMap, DeliveryMaps } from '../../projections/delivery/delivery-maps.ts';
import type { Language } from '../http/messages/languages.ts';
import { messageOf } from '../http/messages/messages.ts';
import { defineRoute, type Route } from '../http/route.ts';

export const deliverySchema = z.object({
  price: amount(),
  zone_id: z.int().nullable(),
  zone_name: z.string().nullable(),
  minutes: z.int().nullable(),
  min_order_amount: amount(),
});

const answer = z.object({
  is_deliverable: z.boolean(),
  reason: z.enum(['out_of_zone', 'too_far', 'no_points']).nullable(),
  message: z.string().nullable(),
  point_id: z.uuid().nullable(),
  point_name: z.string().nullable(),
  distance_km: z.number().nullable(),
  delivery: deliverySchema.nullable(),
});

/** See docs/domain.md#delivery. */
export const deliveryRoute = (maps: DeliveryMaps): Route =>
  defineRoute({
    method: 'post',
    operationId: 'checkDelivery',
    path: '/delivery/check',
    audience: 'partner',
    tags: ['Delivery'],
    summary: 'Whether an address is delivered to, by which point and on which terms',
    body: z.object({ latitude: latitude(), longitude: longitude() }),
    responses: { 200: answer },
    handler: async ({ caller, brandId, body, language }) => {
      const { points, zones } = within(await maps.find(brandId), caller.point_ids);
      const check = checkDelivery(points, zones, body);
      const { reason, point, metres, delivery } = check;
      return {
        body: {
          is_deliverable: reason === null,
          reason,
          message: messageFor(check, language),
          point_id: point?.point_id ?? null,
          point_name: point?.name ?? null,
          distance_km: metres === null ? null : Math.round(metres) / 1_000,
          delivery,
        },
      };
    },
  });

/** For a key that is limited to some points, the others do not exist. */
const within = (
  { points, zones }: DeliveryMap,
  pointIds: readonly string[] | null,
): Pick<DeliveryMap, 'points' | 'zones'> =>
  pointIds === null
    ? { points, zones }
    : {
        points: points.filter(({ point_id }) => pointIds.includes(point_id)),
        zones: zones.filter(({ zone }) => pointIds.includes(zone.point_id)),
      };

const messageFor = ({ reason, metres }: DeliveryCheck, language: Language): string | null => {
  if (reason === null) return null;
  return messageOf(language, `delivery_${reason}`, { distance: metres === null ? '' : Math.round(metres / 100) / 10 });
};
