import type { OrderDelivery } from '../orders/events.ts';
import { distanceBetween, nearest, type Place } from './distance.ts';
import { deliveryIn } from './quote.ts';
import type { ZoneShape } from './zone.ts';

/** A point as far as deliveries from it go. */
export interface ServingPoint extends Place {
  readonly point_id: string;
  readonly name: string;
  /** Metres; 0: as far as you like. */
  readonly delivery_distance: number;
}

export interface DeliveryCheck {
  /** Null: it is delivered. */
  readonly reason: 'out_of_zone' | 'too_far' | 'no_points' | null;
  /** The point that delivers. */
  readonly point: ServingPoint | null;
  /** To the nearest point, where that is too far. */
  readonly metres: number | null;
  readonly delivery: OrderDelivery | null;
}

/**
 * Whether, by whom and on which terms a place is delivered to (docs/domain.md#delivery). Zones alone decide where there
 * are any: the highest priority wins, then the nearest point, then the lowest id. `zones` are those of `points`, as
 * `byPrecedence` sorts them.
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
    // An outline is looked at last, and only where it would change the answer.
    if (!from || (best && from.metres >= best.metres)) continue;
    if (shape.holds(place.latitude, place.longitude)) best = { shape, ...from };
  }
  if (!best) return refused('out_of_zone');
  return { reason: null, point: best.point, metres: null, delivery: deliveryIn(best.shape.zone) };
};

const refused = (reason: DeliveryCheck['reason']): DeliveryCheck => ({
  ...{ reason, point: null, metres: null, delivery: null },
});
