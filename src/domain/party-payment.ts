import { z } from 'zod';
import { leg } from './money/shapes.ts';

/** Money that an organization paid, or that a supplier got: everything that its report shows of the movement. */
export const partyPayment = leg.extend({
  brand_id: z.uuid(),
  moved_at: z.iso.datetime(),
  amount: z.int(),
  payment_purpose_id: z.int().nullable(),
  note: z.string().nullable(),
});

export type PartyPayment = z.infer<typeof partyPayment>;
