import { z } from 'zod';

const id = z.int();

const entry = z.object({
  product_id: id,
  /** Units left; 0 none. */
  quantity: z.number(),
  reason: z.string().nullable(),
});

export const stopListEvents = {
  /** The entries that were set; the others stay as they are. */
  StopListSet: {
    version: 1,
    schema: z.object({ brand_id: z.uuid(), point_id: z.uuid(), entries: z.array(entry) }),
  },
  /** The products that may be sold without restriction again. */
  StopListCleared: {
    version: 1,
    schema: z.object({ brand_id: z.uuid(), point_id: z.uuid(), product_ids: z.array(id) }),
  },
} as const;

type Definitions = typeof stopListEvents;
export type StopListEvent = {
  [Type in keyof Definitions]: { type: Type; data: z.infer<Definitions[Type]['schema']> };
}[keyof Definitions];

export type StopListEntry = z.infer<typeof entry>;
