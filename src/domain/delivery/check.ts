import type { OrderDelivery } from '../orders/events.ts';
import { distanceBetween, nearest, type Place } from './distance.ts';
import { deliveryIn } from './quote.ts';
import type { ZoneShape } from './zone.ts';

/** What deliveries need to know of a point. */
export interface ServingPoint extends Place {
  readonly point_id: string;
  readonly name: string;
  /** Metres; 0: no limit. */
  readonly delivery_distance: number;
}

export interface DeliveryCheck {
  /** Null: it is delivered. */
  readonly reason: 'out_of_zone' | 'too_far' | 'no_points' | null;
  /** The point that delivers. */
  readonly point: ServingPoint | null;
  /** Metres to the nearest point, if that is too far. */
  readonly metres: number | null;
  readonly delivery: OrderDelivery | null;
}

/**
 * Whether a place is delivered to, by which point and on which terms (docs/domain.md#delivery). If there are zones,
 * only zones decide: the highest priority wins, then the nearest point, then the lowest id. `zones` are the zones of
 * `points`, sorted by `byPrecedence`.
 */
export const checkDelivery = (
  points: readonly ServingPoint[],
  zones: readonly ZoneShape[],
  place: Place,
): DeliveryCheck => {
  if (zones.length > 0) return checkZones(points, zones, place);
  const found = nearest(points, place);
  if (!found) return refused('no_points');
  const { item: point, metres } = found;
  if (point.delivery_distance > 0 && metres > point.delivery_distance) return { ...refused('too_far'), metres };
  return { reason: null, point, metres: null, delivery: deliveryIn(undefined) };
};

const checkZones = (points: readonly ServingPoint[], zones: readonly ZoneShape[], place: Place): DeliveryCheck => {
  const reach = new Map(points.map((point) => [point.point_id, { point, metres: distanceBetween(point, place) }]));
  let best: { readonly shape: ZoneShape; readonly point: ServingPoint; readonly metres: number } | undefined;
  for (const shape of zones) {
    if (best && shape.zone.priority < best.shape.zone.priority) break;
    const from = reach.get(shape.zone.point_id);
    // Outlines are checked last, and only if they would change the answer.
    if (!from || (best && from.metres >= best.metres)) continue;
    if (shape.contains(place.latitude, place.longitude)) best = { shape, ...from };
  }
  if (!best) return refused('out_of_zone');
  return { reason: null, point: best.point, metres: null, delivery: deliveryIn(best.shape.zone) };
};

const refused = (reason: DeliveryCheck['reason']): DeliveryCheck => ({
  reason,
  point: null,
  metres: null,
  delivery: null,
});
