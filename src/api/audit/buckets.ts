import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';

/** The parts of a histogram: where each begins, and how many events it has. */
export const bucketsSchema = z
  .array(
    z.object({
      from: isoTimestamp().meta({ description: 'Its beginning; it ends where the next one begins' }),
      count: z.int().meta({ description: 'Events' }),
    }),
  )
  .meta({ description: 'In order, also those in which nothing happened' });

/** @param counts of equal parts of the time from one instant to another, in milliseconds since the epoch */
export const bucketsOf = (counts: readonly number[], from: number, to: number): z.infer<typeof bucketsSchema> =>
  counts.map((count, part) => {
    const beginning = from + Math.ceil(((to - from) * part) / counts.length);
    return { from: new Date(beginning).toISOString(), count };
  });
