import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryAreaDecider } from '../../../../src/domain/delivery/decide.ts';
import { type DeliveryEvent, deliveryEvents } from '../../../../src/domain/delivery/events.ts';
import { completePolygon, MAX_CORNERS } from '../../../../src/domain/delivery/polygon.ts';
import type { Polygon, Position, Ring } from '../../../../src/domain/delivery/zone.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';
import { specOf } from '../../../support/given-when-then.ts';
import { circle, closed, shuffledStar, square } from '../../../support/polygons.ts';
import { workMs } from '../../../support/work.ts';

const { given } = specOf(deliveryAreaDecider, deliveryEvents);

type Defined = Extract<DeliveryEvent, { type: 'DeliveryZoneDefined' }>;
const zone: Defined['data'] = {
  zone_id: 7,
  brand_id: '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10',
  point_id: '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11',
  name: 'Centre',
  polygon: [closed(square(69.2, 41.3, 0.1))],
  price: 15_000,
  minutes: 40,
  min_order_amount: 60_000,
  priority: 0,
};
const defined: DeliveryEvent = { type: 'DeliveryZoneDefined', data: zone };
const removed: DeliveryEvent = {
  type: 'DeliveryZoneRemoved',
  data: { zone_id: zone.zone_id, brand_id: zone.brand_id, point_id: zone.point_id },
};

describe('a delivery zone', () => {
  it('a delivery zone is defined', () => {
    given().when({ type: 'DefineZone', zone, replaces: false }).then(defined);
  });

  it('a delivery zone is replaced whole', () => {
    const cheaper = { ...zone, price: 0, name: 'Old town', polygon: [closed(square(69.3, 41.3, 0.2))] };
    given(defined)
      .when({ type: 'DefineZone', zone: cheaper, replaces: true })
      .then({ type: 'DeliveryZoneDefined', data: cheaper });
  });

  it('a delivery zone is not defined again by the same values, closed or open', () => {
    given(defined).when({ type: 'DefineZone', zone, replaces: true }).thenNothing();
    const open = { ...zone, polygon: [square(69.2, 41.3, 0.1)] };
    given(defined).when({ type: 'DefineZone', zone: open, replaces: true }).thenNothing();
  });

  it('a delivery zone must exist to be replaced', () => {
    given().when({ type: 'DefineZone', zone, replaces: true }).thenRefused('not_found', 'zone_not_found');
  });

  it('a delivery zone that was removed is restored before it is changed', () => {
    given(defined, removed).when({ type: 'DefineZone', zone, replaces: true }).thenNothing();
    given(defined, removed)
      .when({ type: 'DefineZone', zone: { ...zone, name: 'Other' }, replaces: true })
      .thenRefused('conflict', 'entry_retired');
    given(defined, removed).when({ type: 'RetireZone', zone_id: 7 }).thenNothing();
    given(defined, removed).when({ type: 'RestoreZone', zone_id: 7 }).then(defined);
    given(defined).when({ type: 'RestoreZone', zone_id: 7 }).thenNothing();
    given(defined).when({ type: 'RestoreZone', zone_id: 8 }).thenRefused('not_found', 'zone_not_found');
  });

  it('a delivery zone is removed once', () => {
    given(defined).when({ type: 'RemoveZone', zone_id: 7 }).then(removed);
    given(defined, removed).when({ type: 'RemoveZone', zone_id: 7 }).thenRefused('not_found', 'zone_not_found');
    given(defined).when({ type: 'RemoveZone', zone_id: 8 }).thenRefused('not_found', 'zone_not_found');
  });

  it('a delivery zone leaves the others where they are', () => {
    const other: DeliveryEvent = { type: 'DeliveryZoneDefined', data: { ...zone, zone_id: 3 } };
    expect(
      given(defined, other, removed)
        .state()
        .zones.map(([id]) => id),
    ).toEqual([3]);
  });
});

const refusalOf = (polygon: Polygon): unknown => {
  try {
    completePolygon(polygon);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.params.field];
  }
};

const outer = square(0, 0, 10);

describe('the polygon of a zone', () => {
  it('the polygon of a zone is kept closed and without corners that repeat the one before', () => {
    const kept = [closed(outer)];
    const [first, second, ...rest] = outer as [Position, Position, ...Position[]];
    for (const ring of [outer, closed(outer), [...closed(outer), first], [first, second, second, second, ...rest]]) {
      expect(completePolygon([ring])).toEqual(kept);
    }
  });

  it('the polygon of a zone runs either way round', () => {
    expect(completePolygon([outer.toReversed()])).toEqual([closed(outer.toReversed())]);
  });

  it.each<[string, Ring]>([
    ['nothing', []],
    ['a place', [[1, 1]]],
    [
      'one place again and again',
      [
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ],
    [
      'a line there and back',
      [
        [1, 1],
        [2, 2],
        [1, 1],
        [2, 2],
      ],
    ],
  ])('has three different corners: %s', (_, ring) => {
    expect(refusalOf([ring])).toEqual(['polygon_corners_too_few', 'polygon']);
    expect(refusalOf([outer, ring])).toEqual(['polygon_corners_too_few', 'polygon[1]']);
  });

  it.each<[string, Ring]>([
    [
      'a straight line',
      [
        [0, 0],
        [1, 1],
        [3, 3],
      ],
    ],
    [
      'a line that no number holds exactly',
      [
        [0.1, 0.1],
        [0.2, 0.2],
        [0.7, 0.7],
        [0.3, 0.3],
      ],
    ],
    [
      'a strip of a millimetre',
      [
        [69.2, 41.3],
        [69.3, 41.3],
        [69.3, 41.300_000_01],
        [69.2, 41.300_000_01],
      ],
    ],
  ])('encloses something: %s', (_, ring) => {
    expect(refusalOf([ring])).toEqual(['polygon_without_area', 'polygon']);
  });

  it.each<[string, Ring]>([
    [
      'a bow tie',
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    ],
    [
      'a bow tie with its middle as a corner',
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [2, 0],
        [1, 1],
        [0, 2],
      ],
    ],
    [
      'a star of five lines',
      [
        [0, 3],
        [2, -3],
        [-3, 1],
        [3, 1],
        [-2, -3],
      ],
    ],
    [
      'two halves that touch in a corner',
      [
        [0, 0],
        [1, 1],
        [2, 0],
        [2, 2],
        [1, 1],
        [0, 2],
      ],
    ],
    [
      'a corner that touches a line',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
    ],
    [
      'a spike',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [4, 8],
        [4, 4],
        [0, 4],
      ],
    ],
    [
      'a line twice',
      [
        [0, 0],
        [3, 0],
        [3, 1],
        [2, 0],
        [1, 0],
        [0, 1],
      ],
    ],
    ['all of it twice', [...outer, ...outer]],
  ])('does not cross or touch itself: %s', (_, ring) => {
    expect(refusalOf([ring])).toEqual(['polygon_crosses_itself', 'polygon']);
    expect(refusalOf([ring.toReversed()])).toEqual(['polygon_crosses_itself', 'polygon']);
  });

  it('the polygon of a zone may have corners on the way of a straight line', () => {
    const ring: Ring = [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [3, 3],
      [1.5, 3],
      [0, 3],
      [0, 2],
      [0, 1],
    ];
    expect(completePolygon([ring])).toEqual([closed(ring)]);
  });

  it.each<[string, Ring]>([
    [
      'a pole',
      [
        [-180, 60],
        [-90, 60],
        [0, 60],
        [90, 60],
      ],
    ],
    [
      'the whole earth',
      [
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
      ],
    ],
  ])('does not go around %s', (_, ring) => {
    expect(refusalOf([ring])).toEqual(['polygon_around_earth', 'polygon']);
    expect(refusalOf([ring.toReversed()])).toEqual(['polygon_around_earth', 'polygon']);
  });

  it('the polygon of a zone over the 180th meridian is judged there, and stored as it was drawn', () => {
    const ring: Ring = [
      [179, 0],
      [-179, 0],
      [-179, 2],
      [179, 2],
    ];
    const hole: Ring = [
      [-179.5, 0.5],
      [179.5, 0.5],
      [179.5, 1.5],
      [-179.5, 1.5],
    ];
    expect(completePolygon([ring, hole])).toEqual([ring, hole].map(closed));
    expect(refusalOf([[ring[0]!, ring[2]!, ring[1]!, ring[3]!]])).toEqual(['polygon_crosses_itself', 'polygon']);
    expect(refusalOf([ring, square(0, 1, 0.5)])).toEqual(['polygon_hole_outside', 'polygon[1]']);
  });

  it('the polygon of a zone has holes inside, apart from each other', () => {
    const holes = [square(-5, -5, 2), square(5, 5, 2)];
    expect(completePolygon([outer, ...holes])).toEqual([outer, ...holes].map(closed));
  });

  it.each<[string, Ring[], string]>([
    ['outside', [square(30, 0, 2)], 'polygon[1]'],
    ['around the outer ring', [square(0, 0, 20)], 'polygon[1]'],
    ['inside another hole', [square(0, 0, 4), square(0, 0, 2)], 'polygon[2]'],
    ['around another hole', [square(0, 0, 2), square(0, 0, 4)], 'polygon[1]'],
  ])('has no hole %s', (_, holes, field) => {
    expect(refusalOf([outer, ...holes])).toEqual(['polygon_hole_outside', field]);
  });

  it.each<[string, Ring[], string]>([
    ['the outer ring', [square(10, 0, 2)], 'polygon[1]'],
    ['the outer ring by touching it', [square(8, 0, 2)], 'polygon[1]'],
    ['another hole', [square(0, 0, 2), square(1, 1, 2)], 'polygon[2]'],
    ['another hole by being the same', [square(0, 0, 2), square(0, 0, 2)], 'polygon[2]'],
  ])('has no hole that crosses %s', (_, holes, field) => {
    expect(refusalOf([outer, ...holes])).toEqual(['polygon_crosses_itself', field]);
  });

  it('the polygon of a zone has so many corners, and no more', () => {
    expect(completePolygon([circle(69.2, 41.3, 0.1, MAX_CORNERS)])[0]).toHaveLength(MAX_CORNERS + 1);
    const [half, rest] = [circle(69.2, 41.3, 0.1, MAX_CORNERS - 2), square(69.2, 41.3, 0.01)];
    expect(refusalOf([half, rest])).toEqual(['field_too_long', 'polygon']);
  });

  it('the polygon of a zone is judged quickly, even where every line lies beside every other', () => {
    const comb: Position[] = [[0, -1]];
    for (let tooth = 0; tooth < MAX_CORNERS / 2 - 2; tooth++) comb.push([tooth % 2 ? 0.001 : 80, tooth * 1e-4]);
    comb.push([90, 70], [90, -1]);
    const began = workMs();
    expect(refusalOf([comb])).toBeUndefined();
    expect(workMs() - began).toBeLessThan(1_000);
  });

  it('the polygon of every star is accepted, and refused when two corners have changed places', () => {
    fc.assert(
      fc.property(shuffledStar, ({ ring, crossed }) => {
        expect(refusalOf([ring])).toBeUndefined();
        expect(refusalOf([crossed])).toEqual(['polygon_crosses_itself', 'polygon']);
      }),
    );
  });
});
