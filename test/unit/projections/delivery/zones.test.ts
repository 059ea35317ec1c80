import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDelivery, type ServingPoint } from '../../../../src/domain/delivery/check.ts';
import { distanceBetween } from '../../../../src/domain/delivery/distance.ts';
import { completePolygon } from '../../../../src/domain/delivery/polygon.ts';
import {
  byPrecedence,
  type DeliveryZone,
  type Polygon,
  type Position,
  pointZones,
} from '../../../../src/domain/delivery/zone.ts';
import type { DeliveryMap } from '../../../../src/projections/delivery/delivery-maps.ts';
import { createZoneGeocoder } from '../../../../src/projections/delivery/zone-geocoder.ts';
import { zoneShape } from '../../../../src/projections/delivery/zone-shape.ts';
import { circle, closed, radiiOfStar, square, star } from '../../../support/polygons.ts';
import { workMs } from '../../../support/work.ts';

const zone = (fields: Partial<DeliveryZone>): DeliveryZone => ({
  zone_id: 1,
  brand_id: '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10',
  point_id: '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11',
  name: 'Centre',
  polygon: [closed(square(69.2, 41.3, 0.1))],
  price: 15_000,
  minutes: 40,
  min_order_amount: 60_000,
  priority: 0,
  ...fields,
});

const contains = (polygon: Polygon, [longitude, latitude]: Position): boolean =>
  zoneShape(zone({ polygon: polygon.map(closed) })).contains(latitude, longitude);

describe('the shape of a zone', () => {
  it('the shape of a zone holds a place of a star that is nearer to the middle than the star’s outline in that direction', () => {
    const direction = fc.record({ sector: fc.nat(), part: fc.double({ min: 0, max: 1, noNaN: true }) });
    const reach = fc.double({ min: 0, max: 2, noNaN: true });
    const examples = fc.property(radiiOfStar, direction, reach, (radii, { sector, part }, far) => {
      const corners = star(69.2, 41.3, radii);
      const from = corners[sector % corners.length]!;
      const to = corners[(sector + 1) % corners.length]!;
      const onOutline = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])] as const;
      fc.pre(Math.abs(far - 1) > 1e-6);
      const place = [69.2 + far * (onOutline[0] - 69.2), 41.3 + far * (onOutline[1] - 41.3)] as const;
      expect(contains([corners], place)).toBe(far < 1);
      expect(contains([corners], onOutline)).toBe(true);
    });
    fc.assert(examples, { numRuns: 500 });
  });

  it('the shape of a zone is the same wherever on the earth it is drawn, also over the 180th meridian', () => {
    const east = (longitude: number): number => longitude - 360 * Math.floor((longitude + 180) / 360);
    const drawn = (ring: readonly Position[], by: number): Position[] => ring.map(([x, y]) => [east(x + by), y]);
    const middle = fc.double({ min: -180, max: 180, noNaN: true });
    const place = fc.record({
      x: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      y: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
    });
    const examples = fc.property(radiiOfStar, middle, place, fc.boolean(), (radii, by, { x, y }, isOver) => {
      const outer = star(0, 10, radii);
      const hole = star(
        0,
        10,
        radii.map((radius) => radius / 2),
      );
      // Half of the examples are at the meridian itself.
      const moved = isOver ? 180 + x / 2 : by;
      const polygon = [drawn(outer, moved), drawn(hole, moved)];
      expect(() => completePolygon(polygon)).not.toThrow();
      expect(contains(polygon, [east(x + moved), 10 + y])).toBe(contains([outer, hole], [x, 10 + y]));
    });
    fc.assert(examples, { numRuns: 500 });
  });

  it.each<[string, Position[]]>([
    [
      'by its corners',
      [
        [177, -18],
        [-178, -18],
        [-178, -15],
        [177, -15],
      ],
    ],
    [
      'from the east',
      [
        [-178, -15],
        [177, -15],
        [177, -18],
        [-178, -18],
      ],
    ],
    [
      'with corners on the meridian, named both ways',
      [
        [177, -18],
        [180, -18],
        [-180, -18],
        [-178, -18],
        [-178, -15],
        [-180, -15],
        [180, -15],
        [177, -15],
      ],
    ],
  ])('the shape of a zone over the 180th meridian, drawn %s, serves its own side of the earth', (_, ring) => {
    const [polygon] = [completePolygon([ring])];
    const at = (longitude: number, latitude = -17) => contains(polygon, [longitude, latitude]);
    expect([177, 178.5, 179.999, 180, -180, -179.999, -178].map((it) => at(it))).toEqual(Array(7).fill(true));
    expect([176.99, -177.99, 0, 90, -90].map((it) => at(it))).toEqual(Array(5).fill(false));
    expect([at(180, -18.01), at(-180, -14.99)]).toEqual([false, false]);
  });

  it('the shape of a zone that reaches a pole holds the pole, under every longitude', () => {
    const cap: Position[] = [
      [10, 80],
      [40, 80],
      [40, 90],
      [10, 90],
    ];
    for (const longitude of [-180, 0, 20, 180]) expect(contains([cap], [longitude, 90])).toBe(true);
    expect(contains([cap], [-170, 89.9])).toBe(false);
    expect(contains([square(69.2, 41.3, 0.1)], [69.2, 90])).toBe(false);
  });

  it('the shape of a zone that was drawn around the earth before this was refused holds what it held', () => {
    const band: Position[] = [
      [-180, 40],
      [180, 40],
      [180, 50],
      [-180, 50],
    ];
    expect(contains([band], [0, 45])).toBe(true);
    expect(contains([band], [0, 55])).toBe(false);
  });

  it('the shape of a zone does not hold what is in a hole, and holds what is on its border', () => {
    const star = fc.record({
      longitude: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
      latitude: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    });
    const polygon = [square(0, 0, 0.1), square(0, 0, 0.05)];
    const examples = fc.property(star, ({ longitude, latitude }) => {
      const far = Math.max(Math.abs(longitude), Math.abs(latitude));
      fc.pre(Math.abs(far - 0.1) > 1e-8 && Math.abs(far - 0.05) > 1e-8);
      expect(contains(polygon, [longitude, latitude])).toBe(far <= 0.1 && far >= 0.05);
    });
    fc.assert(examples, { numRuns: 500 });
    for (const far of [0.05, 0.1]) expect(contains(polygon, [far, 0.03])).toBe(true);
  });

  it('the shape of a zone holds its border as people write it down, and nothing a millimetre beyond', () => {
    const triangle: Polygon = [
      [
        [69.2, 41.2],
        [69.3, 41.3],
        [69.2, 41.4],
      ],
    ];
    for (let part = 0; part <= 100; part++) {
      const [longitude, latitude] = [69.2 + part / 1_000, 41.2 + part / 1_000];
      const written = [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))] as const;
      expect(contains(triangle, written), `${part}`).toBe(true);
      expect(contains(triangle, [written[0] + 1e-8, written[1]]), `${part}`).toBe(false);
    }
  });
});

describe('zones of a point', () => {
  it('zones of a point are asked by priority, then by id', () => {
    const shapes = [
      zone({ zone_id: 3 }),
      zone({ zone_id: 2 }),
      zone({ zone_id: 9, priority: 1, polygon: [closed(square(69.2, 41.3, 0.01))] }),
    ];
    const zones = pointZones(shapes.map(zoneShape).sort(byPrecedence));
    expect(zones.count).toBe(3);
    expect(zones.at(41.3, 69.2)?.zone_id).toBe(9);
    expect(zones.at(41.3, 69.25)?.zone_id).toBe(2);
    expect(zones.at(41.3, 69.35)).toBeUndefined();
  });
});

describe('a delivery check', () => {
  const point = (point_id: string, latitude: number, delivery_distance = 1_000): ServingPoint => ({
    point_id,
    name: point_id,
    latitude,
    longitude: 69.2,
    delivery_distance,
  });
  const place = { latitude: 41.3, longitude: 69.2 };

  it('a delivery check knows how far places are from each other', () => {
    const tashkent = { latitude: 41.2995, longitude: 69.2401 };
    const samarkand = { latitude: 39.6542, longitude: 66.9597 };
    expect(distanceBetween(tashkent, samarkand) / 1_000).toBeCloseTo(265.83, 1);
    expect(distanceBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
      111_195,
      0,
    );
    expect(distanceBetween(place, place)).toBe(0);
    expect(distanceBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015_115, -1);
  });

  it('a delivery check takes the nearest point and its distance, not that of one that would reach further', () => {
    const near = point('near', 41.32, 1_000);
    const wide = point('wide', 41.36, 50_000);
    expect(checkDelivery([wide, near], [], place)).toMatchObject({
      reason: 'too_far',
      point: null,
      metres: expect.closeTo(2_224, 0),
    });
    expect(checkDelivery([wide, { ...near, delivery_distance: 2_225 }], [], place)).toMatchObject({
      reason: null,
      point: { point_id: 'near' },
    });
    expect(
      checkDelivery([wide, { ...near, delivery_distance: 0 }], [], { latitude: -41, longitude: 0 }).reason,
    ).toBeNull();
    expect(checkDelivery([], [], place).reason).toBe('no_points');
  });

  it('a delivery check chooses among zones that hold the place by priority, then by nearness of the point, then by id', () => {
    const points = [point('near', 41.31), point('far', 41.32)];
    const of = (zone_id: number, point_id: string, priority = 0) => zoneShape(zone({ zone_id, point_id, priority }));
    const chosen = (...shapes: ReturnType<typeof of>[]) =>
      checkDelivery(points, shapes.sort(byPrecedence), place).delivery?.zone_id;
    expect(chosen(of(1, 'far'), of(2, 'near'))).toBe(2);
    expect(chosen(of(1, 'far', 1), of(2, 'near'))).toBe(1);
    expect(chosen(of(7, 'near'), of(5, 'near'), of(3, 'far'))).toBe(5);
    expect(chosen(of(7, 'near', 2), of(5, 'far', 3), of(3, 'near', 1))).toBe(5);
  });
});

describe('a place without a name', () => {
  const geocoder = (...zones: DeliveryZone[]) => {
    const map: DeliveryMap = {
      points: [],
      zones: zones.map(zoneShape).sort(byPrecedence),
      zonesOf: () => pointZones([]),
    };
    return createZoneGeocoder({ find: async () => map, drop: () => {} });
  };
  const named = (zone_id: number, name: string, polygon: Polygon, priority = 0) =>
    zone({ zone_id, name, polygon: polygon.map(closed), priority });

  it('a place without a name is called by the zone it is in', async () => {
    const { nameOf } = geocoder(
      named(1, 'Chilanzar', [square(69.2, 41.28, 0.05)]),
      named(2, 'Market', [square(69.2, 41.28, 0.01)], 1),
    );
    expect(await nameOf('brand', 41.28, 69.2)).toBe('Market');
    expect(await nameOf('brand', 41.31, 69.2)).toBe('Chilanzar');
  });

  it('a place outside of all zones is called by the nearest one, by its outline and not by the box around it', async () => {
    // The triangle's box holds the place, its outline is 0.05 degrees away.
    const triangle: Polygon = [
      [
        [69, 41],
        [69.2, 41],
        [69, 41.2],
      ],
    ];
    const { nameOf } = geocoder(named(1, 'Triangle', triangle), named(2, 'Square', [square(69.17, 41.15, 0.005)]));
    expect(await nameOf('brand', 41.15, 69.155)).toBe('Square');
    expect(await nameOf('brand', 41.1, 69.11)).toBe('Triangle');
  });

  it('a place far from all zones is called by its coordinates', async () => {
    expect(await geocoder().nameOf('brand', 41.2856, 69.2034)).toBe('41.2856, 69.2034');
  });

  it('a place without a name has its name soon, among thousands of zones', async () => {
    const zones = Array.from({ length: 2_000 }, (_, index) =>
      named(index, `Zone ${index}`, [circle(60 + (index % 50) / 10, 38 + Math.floor(index / 50) / 10, 0.04, 200)]),
    );
    const { nameOf } = geocoder(...zones);
    const began = workMs();
    expect(await nameOf('brand', 37.9, 60)).toBe('Zone 0');
    expect(workMs() - began).toBeLessThan(500);
  });
});
