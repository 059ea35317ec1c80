import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const id = z.int();
const ids = z.array(id);

/** Percent of the employee's own sales, percent of the point's sales, an amount for each unit sold, or for each day worked. */
export const CALCULATION_TYPES = ['own_sales_percent', 'point_sales_percent', 'per_item', 'per_shift'] as const;
export const MOTIVATION_DAYS = ['worked', 'all'] as const;

/** What counts for a motivation: what fits all of the lists. Null: every point, every product and so on. */
const scope = z.object({
  point_ids: z.array(z.uuid()).nullable(),
  product_ids: ids.nullable(),
  /** As stamped when the cheque was closed. */
  category_ids: ids.nullable(),
  /** With those inside of them. */
  menu_folder_ids: ids.nullable(),
  order_type_ids: ids.nullable(),
  /** Of point_sales_percent: also days on which the employee was absent. */
  days: z.enum(MOTIVATION_DAYS),
});

const motivation = z.object({
  motivation_id: id,
  brand_id: z.uuid(),
  name: z.string(),
  calculation_type: z.enum(CALCULATION_TYPES),
  /** Percent with at most three decimal places, or an amount. */
  rate: z.number(),
  scope,
  is_active: z.boolean(),
});

export const payrollEvents = {
  /** The whole motivation as it is from now on. */
  MotivationDefined: { version: 1, schema: motivation },
  /** Everybody who has the motivation from now on, and what that changes. */
  MotivationAssigned: {
    version: 1,
    schema: z.object({
      motivation_id: id,
      brand_id: z.uuid(),
      employee_ids: ids,
      added_ids: ids,
      removed_ids: ids,
    }),
  },
} as const;

export type PayrollEvent = EventsOf<typeof payrollEvents>;
export type Motivation = z.infer<typeof motivation>;
export type MotivationScope = z.infer<typeof scope>;
export type CalculationType = Motivation['calculation_type'];
