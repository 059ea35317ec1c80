import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { EXTERNAL_LISTS } from './lists.ts';

export const externalIdEvents = {
  /** Names that the outside has for things of one list. */
  ExternalIdsSet: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      list: z.enum(EXTERNAL_LISTS),
      entries: z.array(
        z.object({
          external_id: z.string(),
          /** Of the thing that it names from now on. Null: it names nothing any more. */
          id: z.union([z.int(), z.uuid()]).nullable(),
        }),
      ),
    }),
  },
} as const;

export type ExternalIdEvent = EventsOf<typeof externalIdEvents>;
export type ExternalIdsSet = z.infer<(typeof externalIdEvents)['ExternalIdsSet']['schema']>;
