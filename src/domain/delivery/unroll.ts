import type { Polygon, Position, Ring } from './zone.ts';

/** All around the earth, in degrees of longitude. */
const ROUND = 360;

/**
 * The polygon on a map that goes on beyond the 180th meridian: no line is longer than half of the earth. So a line from
 * 179 to -179 is two degrees long, and ends at 181. The outer ring begins between -180 and 180 in the west, and its holes
 * are where it is. Other polygons stay as they are. Undefined if a ring goes around a pole, or around the earth: then it
 * has no inside on such a map.
 */
export const unrolled = (polygon: Polygon): Polygon | undefined => {
  const rings = polygon.map(unrolledRing);
  if (!rings.every((ring) => ring !== undefined)) return undefined;
  const [outer = [], ...holes] = rings;
  const placed = moved(outer, -ROUND * Math.floor((westOf(outer) + ROUND / 2) / ROUND));
  const west = westOf(placed);
  return [placed, ...holes.map((hole) => moved(hole, ROUND * Math.ceil((west - westOf(hole)) / ROUND)))];
};

/** The longitudes under which such a map may show a place. */
export const longitudesOf = (longitude: number): readonly number[] => [longitude, longitude + ROUND, longitude - ROUND];

const unrolledRing = (ring: Ring): Ring | undefined => {
  let turns = 0;
  const corners = ring.map((corner, index): Position => {
    const [before] = ring[index - 1] ?? corner;
    // A line of just half of the earth may go either way: it stays as it was drawn.
    turns -= Math.sign(corner[0] - before) * Math.ceil((Math.abs(corner[0] - before) - ROUND / 2) / ROUND);
    return moved([corner], ROUND * turns)[0]!;
  });
  const width = eastOf(corners) - westOf(corners);
  const isLost = width === 0 && eastOf(ring) > westOf(ring);
  return turns !== 0 || width > ROUND || isLost ? undefined : corners;
};

const westOf = (ring: Ring): number => ring.reduce((least, [longitude]) => Math.min(least, longitude), Infinity);
const eastOf = (ring: Ring): number => ring.reduce((most, [longitude]) => Math.max(most, longitude), -Infinity);

/** Rounded to what a caller can have meant: a sum with 360 has a tail of its own. */
const moved = (ring: Ring, degrees: number): Ring =>
  degrees === 0 || !Number.isFinite(degrees)
    ? ring
    : ring.map(([longitude, latitude]): Position => [Math.round((longitude + degrees) * 1e10) / 1e10, latitude]);
