import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { OPERATIONS } from '../../../domain/money/shapes.ts';
import { invalid } from '../../../domain/refusal.ts';
import { DIRECTIONS } from '../../../projections/shifts/shift-money.ts';
import { readShifts, SHIFTS_FROM, type ShiftsFilter } from '../../../projections/shifts/shifts-report.ts';
import { queryDate } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { ownShifts } from '../../own-shifts.ts';
import { checkPeriod } from '../../period.ts';
import { csvQuery } from '../exports-csv.ts';
import { periodQuery, requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const MAX_DAYS = 92;

const query = periodQuery.extend({
  date_from: queryDate().optional(),
  date_to: queryDate().optional(),
  state: z.enum(['open']).optional().meta({ description: 'The shifts that are open; without a period' }),
  as_of: queryAsOf(),
  ...csvQuery,
});

const id = z.int();

const moneyLine = z.object({
  payment_type_id: id.nullable(),
  payment_type_name: z.string().nullable(),
  payment_category_id: id.nullable(),
  payment_purpose_id: id.nullable().meta({ description: 'Null: sales and returns' }),
  payment_purpose_name: z.string().nullable(),
  direction: z.enum(DIRECTIONS).meta({ description: 'neutral: bonuses, debts and deposits that cheques used' }),
  amount: amount(),
});

const typeLine = moneyLine.pick({
  payment_type_id: true,
  payment_type_name: true,
  payment_category_id: true,
  amount: true,
});

const employeeDebt = z.object({ employee_id: id, employee_name: z.string().nullable(), amount: amount() });

/** A till shift in the report. */
export const shiftSchema = z.object({
  shift_id: id,
  point_id: z.uuid(),
  point_name: z.string().nullable(),
  shift_number: z.int(),
  business_date: z.iso.date().meta({ description: 'Of its opening' }),
  opened_at: localTimestamp(),
  closed_at: localTimestamp().nullable().meta({ description: 'Null while it is open' }),
  is_open: z.boolean(),
  is_accepted: z.boolean().meta({ description: 'Its money was handed over' }),
  cashier_login: z.string().nullable().meta({ description: 'Null: the cashier was erased' }),
  cashier_name: z.string().nullable().meta({ description: 'Null: the cashier was erased' }),
  cheques_count: z.int().meta({ description: 'Cheques whose last closing was in it' }),
  goods_amount: amount(),
  discount: amount(),
  delivery_amount: amount(),
  revenue: amount().meta({ description: 'What these cheques came to' }),
  debt_amount: amount().meta({ description: 'Their payments of category 6' }),
  deleted_cheques_count: z.int(),
  deleted_cheques_amount: amount(),
  deleted_items_count: z.int().meta({ description: 'Items of cheques that were not deleted whole' }),
  deleted_items_amount: amount(),
  cash_balance: amount().meta({ description: 'What should be in the drawer before the hand-over' }),
  money: z.array(moneyLine).meta({ description: 'For each payment type, purpose and direction' }),
  opening_cash: amount().meta({ description: 'Cash in the drawer at the opening' }),
  counted_cash: amount().nullable().meta({ description: 'What the cashier counted at the closing; null: not counted' }),
  left_cash: amount().nullable().meta({ description: 'What stayed in the drawer; null while the shift is open' }),
  cash_difference: amount().nullable().meta({ description: 'counted_cash - cash_balance; null: not counted' }),
  service_amount: amount().meta({ description: 'Service charge of its cheques' }),
  sales: z.array(typeLine).meta({
    description: 'What its cheques were paid with, by payment type, after change: no deposits, returns or movements',
  }),
  deposits: z.array(typeLine).meta({ description: 'Deposits that its cheques used: paid before' }),
  returns: z
    .array(typeLine)
    .meta({ description: 'What went back to guests, and what came off debts instead, by payment type' }),
  movements: z
    .array(moneyLine.extend({ operation: z.enum(OPERATIONS) }))
    .meta({ description: 'Other money of its drawer: safe transfers, deposits taken, expenses, pay' }),
  employee_debts: z.array(employeeDebt).meta({ description: 'Of debt_amount, what employees owe' }),
  accepted_by_account_id: id
    .nullable()
    .meta({ description: 'The person who took its money over. Null: a key did, or nobody yet' }),
  accepted_by_name: z
    .string()
    .nullable()
    .meta({ description: 'Of whoever was erased the number is left: account 17. Null in webhooks' }),
});

const answer = z.object({
  date_from: z.iso.date().nullable().meta({ description: 'Null with state' }),
  date_to: z.iso.date().nullable(),
  shifts: z.array(shiftSchema),
  as_of: asOfSchema,
});

const DESCRIPTION = `Till shifts by the business day of their opening, the name of the point and their number. A cheque is
in the shift of its last closing; a deletion or a return in the shift that was open then. \`cash_balance\` is the cash at the
opening, plus what came in cash, minus what went.`;

/** See docs/reports.md#till-shifts. */
export const shiftsReportRoute = ({ pool, readSnapshot }: Pick<ReportDependencies, 'pool' | 'readSnapshot'>): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getShiftsReport',
    path: '/reports/shifts',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'Till shifts with their sales and money: at most 92 days, or those that are open',
    description: DESCRIPTION,
    query,
    responses: { 200: reportResponse(answer, 'Till shifts; a table has their money as JSON') },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, ...asked } = request.query;
      const days = daysOf(asked);
      const { brandId: brand_id, signal } = request;
      const point_ids = await requirePointIds(pool, request, point_id);
      return readSnapshot({ brand_id, as_of, readModels: SHIFTS_FROM, signal }, async (snapshot) => {
        const own = await ownShifts(pool, request.caller, brand_id, 'getShiftsReport');
        const all = await readShifts(snapshot, { brand_id, point_ids, days });
        const shifts = own ? all.filter(({ shift_id }) => own.has(shift_id)) : all;
        const body = { ...(days ?? { date_from: null, date_to: null }), shifts, as_of: snapshot.moment };
        const columns = Object.keys(shiftSchema.shape);
        return reportAnswer(request, { body, list: 'shifts', columns, moment: snapshot.moment });
      });
    },
  });

/** The days that are asked for. Null: the shifts that are open. Throws unless it is one of the two. */
const daysOf = ({
  state,
  date_from,
  date_to,
}: Pick<z.output<typeof query>, 'state' | 'date_from' | 'date_to'>): ShiftsFilter['days'] => {
  if (state !== undefined) {
    const field = date_from === undefined ? 'date_to' : 'date_from';
    if (date_from !== undefined || date_to !== undefined) throw invalid('period_with_state', { field });
    return null;
  }
  if (date_from === undefined) throw invalid('field_required', { field: 'date_from' });
  if (date_to === undefined) throw invalid('field_required', { field: 'date_to' });
  checkPeriod({ date_from, date_to }, MAX_DAYS);
  return { date_from, date_to };
};
