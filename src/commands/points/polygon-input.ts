import { z } from 'zod';
import { MAX_CORNERS } from '../../domain/delivery/polygon.ts';
import type { Polygon } from '../../domain/delivery/zone.ts';
import { latitude, longitude } from '../fields.ts';

const MAX_RINGS = 100;

/** `[longitude, latitude]`. */
const position = z
  .array(z.number())
  .refine(({ length }) => length === 2, { params: { code: 'position_not_pair' }, abort: true })
  .pipe(z.tuple([longitude(), latitude()]))
  // Minus nothing is nothing: the log would give it back as such.
  .transform(([east, north]): [number, number] => [east + 0, north + 0]);

/** One more than the corners: a ring may be closed. How many corners there are in all is judged with the whole. */
const ring = z.array(position).max(MAX_CORNERS + 1);

const rings = z.array(ring).min(1).max(MAX_RINGS);

const isRings = (value: readonly unknown[]): boolean => Array.isArray(value[0]) && Array.isArray(value[0][0]);

/**
 * The outline of a zone: a ring of `[longitude, latitude]`, or several, of which the first is around the others, which
 * are holes. Paths of problems are those of the form that was given.
 */
export const polygonInput = () =>
  z
    .array(z.unknown())
    .min(1)
    .max(MAX_CORNERS + 1)
    .transform((value, context): Polygon => {
      const parsed = isRings(value) ? rings.safeParse(value) : ring.safeParse(value);
      if (parsed.success) return isRings(value) ? (parsed.data as Polygon) : [parsed.data as Polygon[number]];
      // Told as they are: this schema's own path is put before theirs.
      context.issues.push(...(parsed.error.issues as typeof context.issues));
      return z.NEVER;
    })
    .meta({
      type: 'array',
      minItems: 1,
      maxItems: MAX_CORNERS + 1,
      items: {
        type: 'array',
        items: { anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }] },
      },
      description: 'A ring of [longitude, latitude], open or closed; or an array of rings: the outer one, then holes.',
      example: [
        [69.22, 41.3],
        [69.26, 41.3],
        [69.24, 41.33],
      ],
    });
