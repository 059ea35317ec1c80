import { z } from 'zod';
import { MAX_CORNERS } from '../../domain/delivery/polygon.ts';
import type { Polygon } from '../../domain/delivery/zone.ts';
import { latitude, longitude } from '../fields/fields.ts';

const MAX_RINGS = 100;

/** For the documentation, which does not distinguish longitudes from latitudes. */
const DEGREES = { type: 'number', minimum: -180, maximum: 180 } as const;

/** `[longitude, latitude]`. */
const position = z
  .unknown()
  .refine((value) => !Array.isArray(value) || value.length === 2, {
    params: { code: 'position_not_pair' },
    abort: true,
  })
  .pipe(z.tuple([longitude(), latitude()]))
  // Minus zero becomes zero: the log would return it as zero too.
  .transform(([east, north]): [number, number] => [east + 0, north + 0]);

const ring = z.array(position);

const rings = z.array(ring);
const onlyRing = ring.transform((outer) => [outer]);

const isRings = (value: readonly unknown[]): value is readonly unknown[][] =>
  Array.isArray(value[0]) && Array.isArray(value[0][0]);

/**
 * Counted before anything is parsed: a schema notes each of millions of wrong values, until memory ends. Rings may be
 * closed, with one position more than corners. The number of corners is checked with the whole outline.
 */
const isTooLong = (value: readonly unknown[]): boolean => {
  const parts = isRings(value) ? value : [value];
  const positions = parts.reduce((count, part) => count + (Array.isArray(part) ? part.length : 0), 0);
  return parts.length > MAX_RINGS || positions > MAX_CORNERS + parts.length;
};

/**
 * The outline of a zone: a ring of `[longitude, latitude]`, or several, of which the first surrounds the others, which
 * are holes. Paths of problems are those of the given form.
 */
export const polygonInput = () =>
  z
    .array(z.unknown())
    .min(1)
    .superRefine((value, { issues }) => {
      const issue = { code: 'too_big', origin: 'array', maximum: MAX_CORNERS, inclusive: true } as const;
      if (isTooLong(value)) issues.push({ ...issue, input: value });
    })
    .transform((value, context): Polygon => {
      const parsed = isRings(value) ? rings.safeParse(value) : onlyRing.safeParse(value);
      if (parsed.success) return parsed.data;
      // Passed on as they are, with this schema's own path before theirs.
      context.issues.push(...(parsed.error.issues as typeof context.issues));
      return z.NEVER;
    })
    .meta({
      type: 'array',
      minItems: 1,
      items: {
        type: 'array',
        items: { anyOf: [DEGREES, { type: 'array', items: DEGREES }] },
      },
      description: 'A ring of [longitude, latitude], open or closed; or an array of rings: the outer one, then holes.',
      example: [
        [69.22, 41.3],
        [69.26, 41.3],
        [69.24, 41.33],
      ],
    });
