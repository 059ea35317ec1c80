import type { z } from 'zod';

/** What is read may be null, though null is never written. */
type Erasable<Schema extends z.ZodType> = z.ZodType<z.output<Schema> | null, z.input<Schema>>;

/**
 * A member of `personal`. What is written has it. What is read has null in its place if the person was erased since.
 */
export const erasable = <Schema extends z.ZodType>(schema: Schema) => schema as unknown as Erasable<Schema>;
