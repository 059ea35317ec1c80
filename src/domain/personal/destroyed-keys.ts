import { z } from 'zod';

/** Which keys an erasure destroys. */
export const destroyedKeys = {
  /** The names that sealed parts of events have for the person, as far as they had a key when it was recorded. */
  subjects: z.array(z.uuid()),
};
