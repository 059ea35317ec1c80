import { z } from 'zod';

/** Answers of commands. `id` is always the id of the created or changed thing; the name says what it is. */

/** It was done, and there is nothing to return. */
export const nothing = z.object({});

/** An entry of the catalogue or of the references. */
export const entryResult = z.object({ id: z.int() });
export type EntryResult = z.infer<typeof entryResult>;

/** A secret: only its hash, or its sealed form, is stored. */
export const shownOnce = () =>
  z.string().nullable().meta({ description: 'Shown this once: a repeat has null instead' });
