import type { OrderDelivery } from '../orders/events.ts';
import { invalid } from '../refusal.ts';
import type { DeliveryZone, PointZones } from './zone.ts';

/** Without zones a delivery costs nothing and is always accepted. */
const WITHOUT_ZONES: OrderDelivery = {
  min_order_amount: 0,
  minutes: null,
  price: 0,
  zone_id: null,
  zone_name: null,
};

export interface Coordinates {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
}

/** The price and the time of a delivery in the zone; undefined: no zones are drawn. */
export const deliveryIn = (zone: DeliveryZone | undefined): OrderDelivery =>
  zone
    ? {
        min_order_amount: zone.min_order_amount,
        minutes: zone.minutes,
        price: zone.price,
        zone_id: zone.zone_id,
        zone_name: zone.name,
      }
    : WITHOUT_ZONES;

/**
 * What it costs to deliver an order from a point to an address (docs/domain.md#delivery). `items_amount` is the sum of
 * lines after discount. Throws coordinates_required, address_outside_zones, order_below_zone_minimum; paths are those of
 * the request body.
 */
export const quoteDelivery = (zones: PointZones, address: Coordinates, items_amount: number): OrderDelivery => {
  if (zones.count === 0) return deliveryIn(undefined);
  const { latitude, longitude } = address;
  if (latitude == null) throw invalid('coordinates_required', { field: 'address.latitude' });
  if (longitude == null) throw invalid('coordinates_required', { field: 'address.longitude' });
  const zone = zones.at(latitude, longitude);
  if (!zone) throw invalid('address_outside_zones', { field: 'address' });
  const { min_order_amount: min } = zone;
  if (items_amount < min) throw invalid('order_below_zone_minimum', { min_order_amount: min });
  return deliveryIn(zone);
};
