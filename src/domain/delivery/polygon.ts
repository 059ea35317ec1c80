import { invalid } from '../refusal.ts';
import { findCrossing, signedArea } from './segments.ts';
import { unrolled } from './unroll.ts';
import type { Polygon, Position, Ring } from './zone.ts';

/** All rings together. Real zones have some dozens of corners; the finest outlines of districts have some hundreds. */
export const MAX_CORNERS = 5_000;

/** Degrees: a centimetre. A ring that is narrower everywhere is a line. */
const LEAST_WIDTH = 1e-7;

/**
 * The polygon as it is stored: rings closed, and no corner twice in a row. Refuses rings that enclose nothing, or that
 * cross or touch themselves or each other, and holes outside of the outer ring: for these it is unclear what is inside.
 * A line that is longer than half of the earth crosses the 180th meridian instead.
 */
export const completePolygon = (rings: Polygon): Polygon => {
  const drawn = rings.map(closed);
  const corners = drawn.reduce((count, ring) => count + ring.length - 1, 0);
  if (corners > MAX_CORNERS) throw invalid('field_too_long', { field: 'polygon', max: MAX_CORNERS });
  const polygon = unrolled(drawn)?.map(closed);
  if (!polygon) throw invalid('polygon_around_earth', { field: 'polygon' });
  checkRings(polygon);
  return drawn;
};

const checkRings = (polygon: Polygon): void => {
  for (const [index, ring] of polygon.entries()) checkRing(ring, fieldOf(index));
  const crossing = findCrossing(polygon);
  if (crossing) {
    throw invalid('polygon_crosses_itself', { field: fieldOf(Math.max(...crossing.map(({ ring }) => ring))) });
  }
  checkHoles(polygon);
};

/** A single ring may be given without a list around it: it is the polygon. */
const fieldOf = (ring: number): string => (ring === 0 ? 'polygon' : `polygon[${ring}]`);

const closed = (ring: Ring): Ring => {
  const corners: Position[] = [];
  for (const corner of ring) if (!isSame(corner, corners.at(-1))) corners.push(corner);
  while (corners.length > 1 && isSame(corners[0]!, corners.at(-1))) corners.pop();
  return corners.length === 0 ? [] : [...corners, corners[0]!];
};

const isSame = (one: Position, other: Position | undefined): boolean => one[0] === other?.[0] && one[1] === other[1];

const checkRing = (ring: Ring, field: string): void => {
  const distinct = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  if (distinct.size < 3) throw invalid('polygon_corners_too_few', { field });
  const first = ring[0]!;
  const length = (corner: Position) => Math.hypot(corner[0] - first[0], corner[1] - first[1]);
  const far = ring.reduce((farthest, corner) => (length(corner) > length(farthest) ? corner : farthest));
  const least = LEAST_WIDTH * length(far);
  if (ring.every((corner) => Math.abs(signedArea(first, far, corner)) < least)) {
    throw invalid('polygon_without_area', { field });
  }
};

/** Rings that do not cross are inside of each other or apart: one corner tells which. */
const checkHoles = ([outer, ...holes]: Polygon): void => {
  for (const [index, hole] of holes.entries()) {
    const others = holes.filter((other) => other !== hole);
    const isHole = encloses(outer!, hole[0]!) && !others.some((other) => encloses(other, hole[0]!));
    if (!isHole) throw invalid('polygon_hole_outside', { field: fieldOf(index + 1) });
  }
};

/**
 * Whether a place that is not on the ring is inside of it. A line from an inside place to the east crosses the ring an
 * odd number of times.
 */
const encloses = (ring: Ring, [longitude, latitude]: Position): boolean => {
  let inside = false;
  for (const [index, from] of ring.slice(1).entries()) {
    const to = ring[index]!;
    if (from[1] > latitude === to[1] > latitude) continue;
    const crossedAt = from[0] + ((to[0] - from[0]) * (latitude - from[1])) / (to[1] - from[1]);
    if (longitude < crossedAt) inside = !inside;
  }
  return inside;
};
