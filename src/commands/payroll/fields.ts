import { z } from 'zod';
import { CALCULATION_TYPES, MOTIVATION_DAYS } from '../../domain/payroll/events.ts';
import { decimal, id, integer, name, uuid } from '../fields/fields.ts';

/** A business day within this century: balances are computed from their first day on. */
export const businessDay = () =>
  z.iso
    .date()
    .refine((value) => /^20\d\d-/.test(value), { params: { code: 'date_out_of_range' } })
    .meta({ description: 'A business day of the point, 2000-01-01 to 2099-12-31' });

export const reason = () => name(500);

/** The employee, and the point: the employee's own unless told. */
export const placeFields = { employee_id: id(), point_id: uuid().nullish() };

/** The same with a day: the point's business day unless told. */
export const accrualFields = { ...placeFields, date: businessDay().nullish() };

const MAX_LISTED = 1_000;

const listOf = <Schema extends z.ZodType>(entry: Schema) => z.array(entry).min(1).max(MAX_LISTED).nullish();

export const employeeIds = () => z.array(id()).max(MAX_LISTED);

/** The fields of a motivation without its id. */
export const motivationFields = {
  name: name(),
  calculation_type: z.enum(CALCULATION_TYPES),
  rate: decimal(1_000_000_000_000).meta({
    description: 'Percent of sales, at most 100, with at most 3 decimal places; or an amount for each unit or day',
  }),
  scope: z
    .object({
      point_ids: listOf(uuid()),
      product_ids: listOf(id()),
      category_ids: listOf(id()),
      menu_folder_ids: listOf(id()),
      order_type_ids: listOf(integer().min(1).max(3)),
      days: z.enum(MOTIVATION_DAYS).default('worked'),
    })
    .nullish()
    .meta({ description: 'What counts: what fits all of the lists. A list that is left out lets everything through' }),
  is_active: z.boolean().default(true),
};

const whole = z.object(motivationFields);
export type MotivationInput = z.output<typeof whole>;
