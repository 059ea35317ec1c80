import { z } from 'zod';

/** Which keys an erasure destroys. */
export const destroyedKeys = {
  /** The names that sealed parts of events have for the person. Left out: an earlier version did not record them. */
  subjects: z.array(z.uuid()).optional(),
};
