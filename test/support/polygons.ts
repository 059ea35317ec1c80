import fc from 'fast-check';
import type { Position, Ring } from '../../src/domain/delivery/zone.ts';

export const closed = (ring: Ring): [number, number][] => [...ring, ring[0]!].map(([x, y]) => [x, y]);

/** Open; `half` degrees from the middle to each side. */
export const square = (longitude: number, latitude: number, half: number): Ring => [
  [longitude - half, latitude - half],
  [longitude + half, latitude - half],
  [longitude + half, latitude + half],
  [longitude - half, latitude + half],
];

/** Open. */
export const circle = (longitude: number, latitude: number, radius: number, corners: number): Ring =>
  star(longitude, latitude, Array(corners).fill(radius));

/** Open: corners all around the middle, each as far from it as its radius says. */
export const star = (longitude: number, latitude: number, radii: readonly number[]): Ring =>
  radii.map((radius, index): Position => {
    const angle = (2 * Math.PI * index) / radii.length;
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });

/** Radii of a star, and how it is turned: no two of its corners are alike. */
export const radiiOfStar = fc.array(fc.double({ min: 0.02, max: 0.2, noNaN: true }), { minLength: 5, maxLength: 60 });

/** A star, and the same after two corners that are no neighbours changed places on a circle around it. */
export const shuffledStar = fc
  .record({ radii: radiiOfStar, first: fc.nat(), second: fc.nat() })
  .map(({ radii, first, second }) => {
    const ring = star(69.2, 41.3, radii);
    const round = circle(69.2, 41.3, 0.1, radii.length);
    const count = round.length;
    const one = first % count;
    const crossed = [...round];
    // Lines between the corners of a circle cross unless the corners are in order, one way or the other.
    const other = (one + 1 + (second % (count - 2))) % count;
    [crossed[one], crossed[other]] = [crossed[other]!, crossed[one]!];
    return { ring, crossed };
  });
