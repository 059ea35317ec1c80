import { describe, expect, it } from 'vitest';
import { quoteDelivery } from '../../../../src/domain/delivery/quote.ts';
import { type DeliveryZone, NO_ZONES, type PointZones } from '../../../../src/domain/delivery/zone.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';

const centre: DeliveryZone = {
  zone_id: 7,
  brand_id: '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10',
  point_id: '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11',
  name: 'Centre',
  polygon: [],
  price: 15_000,
  minutes: 40,
  min_order_amount: 60_000,
  priority: 0,
};

/** Everything north of the 41st parallel. */
const zones: PointZones = { count: 1, at: (latitude) => (latitude > 41 ? centre : undefined) };
const inside = { latitude: 41.3, longitude: 69.2 };

const refusalOf = (...asked: Parameters<typeof quoteDelivery>): unknown => {
  try {
    return quoteDelivery(...asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, code, params } = error;
    return { kind, code, params };
  }
};

describe('a quote for delivery', () => {
  it('a quote for delivery is what the zone of the address asks', () => {
    expect(quoteDelivery(zones, inside, 60_000)).toEqual({
      price: 15_000,
      zone_id: 7,
      zone_name: 'Centre',
      minutes: 40,
      min_order_amount: 60_000,
    });
  });

  it('a quote for delivery is free where the zone is', () => {
    const free: PointZones = { count: 1, at: () => ({ ...centre, price: 0 }) };
    expect(quoteDelivery(free, inside, 60_000)).toMatchObject({ price: 0, zone_id: 7 });
  });

  it('a quote for delivery is refused below the minimum of the zone, which is named', () => {
    const params = { min_order_amount: 60_000 };
    expect(refusalOf(zones, inside, 59_999)).toEqual({ kind: 'invalid', code: 'order_below_zone_minimum', params });
  });

  it('a quote for delivery is refused outside of all zones', () => {
    const params = { field: 'address' };
    const outside = { latitude: 40.9, longitude: 69.2 };
    expect(refusalOf(zones, outside, 60_000)).toEqual({ kind: 'invalid', code: 'address_outside_zones', params });
  });

  it.each([
    ['latitude', { longitude: 69.2 }],
    ['latitude', { latitude: null, longitude: null }],
    ['latitude', {}],
    ['longitude', { latitude: 41.3 }],
    ['longitude', { latitude: 41.3, longitude: null }],
  ])('a quote for delivery is refused without a %s', (missing, address) => {
    const params = { field: `address.${missing}` };
    expect(refusalOf(zones, address, 60_000)).toEqual({ kind: 'invalid', code: 'coordinates_required', params });
  });

  it('a quote for delivery takes the equator and the prime meridian for coordinates', () => {
    const everywhere: PointZones = { count: 1, at: () => centre };
    expect(quoteDelivery(everywhere, { latitude: 0, longitude: 0 }, 60_000)).toMatchObject({ zone_id: 7 });
  });

  it('a quote for delivery costs nothing and always passes where no zones are drawn, with or without coordinates', () => {
    const free = { price: 0, zone_id: null, zone_name: null, minutes: null, min_order_amount: 0 };
    for (const address of [inside, {}, { latitude: -41.3, longitude: -69.2 }]) {
      expect(quoteDelivery(NO_ZONES, address, 1)).toEqual(free);
    }
  });
});
