// A database of its own: it reads the tables of a read model without an app.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDeliveryMaps } from '../../../src/projections/delivery/delivery-maps.ts';
import { circle, square } from '../../support/polygons.ts';
import { createVenueWorld, point, refused, venueOf } from '../../support/venue-world.ts';

const world = createVenueWorld();

const zone = (point_id: string, fields: object = {}) => ({
  point_id,
  name: 'Centre',
  polygon: square(69.2, 41.3, 0.1),
  price: 15_000,
  minutes: 40,
  min_order_amount: 60_000,
  ...fields,
});

describe('the map of a brand’s deliveries', () => {
  it('the map of a brand’s deliveries has its points and its zones, by precedence, as they are now', async () => {
    const brand_id = await world.createBrand();
    const venue = venueOf(brand_id);
    const maps = createDeliveryMaps(world.pool);
    expect(await maps.find(brand_id)).toMatchObject({ points: [], zones: [] });

    const here: string = (await world.run(venue, 'DefinePoint', point)).id;
    const there: string = (await world.run(venue, 'DefinePoint', { ...point, name: 'Yunusabad' })).id;
    const low: number = (await world.run(venue, 'DefineZone', zone(here))).id;
    const high: number = (await world.run(venue, 'DefineZone', zone(there, { priority: 3, name: 'North' }))).id;
    expect((await maps.find(brand_id)).zones).toEqual([]);
    maps.drop(brand_id);
    const map = await maps.find(brand_id);
    expect(map.points.map(({ point_id }) => point_id).toSorted()).toEqual([here, there].toSorted());
    expect(map.zones.map(({ zone: { zone_id } }) => zone_id)).toEqual([high, low]);
    expect(map.zones[1]?.zone).toEqual({
      ...zone(here),
      zone_id: low,
      brand_id,
      priority: 0,
      polygon: [[...square(69.2, 41.3, 0.1), square(69.2, 41.3, 0.1)[0]]],
    });
    expect(map.zonesOf(here)).toMatchObject({ count: 1 });
    expect(map.zonesOf(there).at(41.3, 69.2)?.name).toBe('North');
    expect(map.zonesOf(randomUUID()).count).toBe(0);

    await world.run(venue, 'DefineZone', zone(here, { id: low, price: 1 }));
    maps.drop(null);
    const changed = await maps.find(brand_id);
    expect(changed.zonesOf(here).at(41.3, 69.2)?.price).toBe(1);
    // What did not change was not read again.
    expect(changed.zones[0]).toBe(map.zones[0]);
    expect(changed.zones[1]).not.toBe(map.zones[1]);

    await world.run(venue, 'RemoveZone', { id: low });
    maps.drop(brand_id);
    expect((await maps.find(brand_id)).zones.map((shape) => shape)).toEqual([map.zones[0]]);
    expect((await maps.find(await world.createBrand())).zones).toEqual([]);
  });

  it('drops the delivery map of a brand when maps of others need its room, unless it is the only one', async () => {
    const brands = [];
    for (const corners of [60, 60, 4]) {
      const brand_id = await world.createBrand();
      const point_id: string = (await world.run(venueOf(brand_id), 'DefinePoint', point)).id;
      await world.run(venueOf(brand_id), 'DefineZone', zone(point_id, { polygon: circle(69.2, 41.3, 0.1, corners) }));
      brands.push(brand_id);
    }
    const [large, other, small] = brands as [string, string, string];
    const roomy = createDeliveryMaps(world.pool, 11_000);
    const map = await roomy.find(large);
    await roomy.find(small);
    expect(await roomy.find(large)).toBe(map);
    await roomy.find(other);
    await roomy.find(small);
    const again = await roomy.find(large);
    expect(again).not.toBe(map);
    expect(again.zones[0]).not.toBe(map.zones[0]);

    const narrow = createDeliveryMaps(world.pool, 100);
    const alone = await narrow.find(large);
    expect(await narrow.find(large)).toBe(alone);
    await narrow.find(small);
    expect(await narrow.find(large)).not.toBe(alone);
  });

  it('the map of a brand’s deliveries stays what it was when a removal is repeated', async () => {
    const venue = venueOf(await world.createBrand());
    const point_id: string = (await world.run(venue, 'DefinePoint', point)).id;
    const { id } = await world.run(venue, 'DefineZone', zone(point_id));
    const command_id = randomUUID();
    expect((await world.run(venue, 'RemoveZone', { id }, command_id)).result).toEqual({ id });
    const repeat = await world.run(venue, 'RemoveZone', { id }, command_id);
    expect(repeat).toMatchObject({ status: 'duplicate', result: { id } });
    await expect(world.run(venue, 'RemoveZone', { id })).rejects.toEqual(refused('not_found', 'zone_not_found'));
  });
});
