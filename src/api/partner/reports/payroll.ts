import { z } from 'zod';
import { amount } from '../../../commands/fields/answer-fields.ts';
import { mapInTurns } from '../../../concurrency/turns.ts';
import { CALCULATION_TYPES } from '../../../domain/payroll/events.ts';
import { PAYROLL_READ_MODELS } from '../../../projections/payroll/report/read.ts';
import {
  type NamedDay,
  type NamedRow,
  readPayrollDays,
  readPayrollReport,
} from '../../../projections/payroll/report/report.ts';
import { weightOfPeriod } from '../../../projections/reports/weight.ts';
import { queryId } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { checkPeriod } from '../../period.ts';
import { csvQuery } from '../exports-csv.ts';
import { periodQuery, requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { columnsWithWarning, reportAnswer, reportResponse } from './report-answer.ts';

export const PAYROLL_DAYS = 62;

const motivated = z.object({
  motivation_id: z.int(),
  name: z.string(),
  calculation_type: z.enum(CALCULATION_TYPES),
  sales: amount().meta({ description: 'What it counted: sales less returns; of days worked 0' }),
  amount: amount(),
});

const paid = z.object({
  payment_purpose_id: z.int(),
  name: z.string(),
  is_payout: z.boolean().meta({ description: 'False: the employee gave the money back' }),
  amount: amount(),
  operations_count: z.int(),
});

const row = z.object({
  point_id: z.uuid(),
  point_name: z.string(),
  employee_id: z.int(),
  employee_name: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  role: z.string(),
  role_name: z.string(),
  position: z.string(),
  salary_type_id: z.int().nullable().meta({
    description: 'In force on date_to: 1 schedule, 2 hourly, 3 salary, 4 KPI, 5 free form; null: unset',
  }),
  working_days: z.int(),
  working_hours: z.number(),
  sales: amount().meta({ description: 'Lines of the cheques that the employee served, less what came back' }),
  salary_amount: amount(),
  motivation_amount: amount(),
  motivation_programs: z.array(motivated),
  bonus_amount: amount(),
  fines_amount: amount(),
  accrued_amount: amount().meta({ description: 'Salary + motivation + bonus - fines' }),
  paid_amount: amount().meta({ description: 'Paid out less what was given back' }),
  payments: z.array(paid),
  balance_start: amount()
    .nullable()
    .meta({ description: 'What was due to the employee before date_from; null: no balance was kept by then' }),
  balance_end: amount().nullable().meta({ description: 'The same after date_to' }),
  debt_start: amount().meta({ description: 'What the employee owed for cheques of the point before date_from' }),
  debt_added: amount().meta({ description: 'Payments on debt (category 6) of the period that the employee owes' }),
  debt_returned: amount().meta({ description: 'What returns of the period set off' }),
  debt_settled: amount().meta({
    description: 'What was paid off in the period, from wages or in money, less what the venue gave back',
  }),
  debt_from_wages: amount().meta({
    description: 'Of debt_settled, what was kept from wages: it lowers the balance. Below zero: added to wages',
  }),
  debt_end: amount().meta({ description: 'What is owed after date_to; below zero: to the employee' }),
  overlap: z.boolean().optional().meta({
    description: 'Shifts of the employee overlap, here or at another point: time counts once. Left out: none does',
  }),
});

const answer = z.object({
  point_id: z.uuid().nullable().meta({ description: 'The point, if the report is of one' }),
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  employees: z.array(row),
  as_of: asOfSchema,
});

const DESCRIPTION = `What each employee earned and was paid at each point, over the facts of business days. Each amount
belongs to one day and is rounded there: the report of a month is the sum of the reports of its halves. Motivations are
computed when asked, with the motivations of the moment: past periods change with them. With \`as_of\`: those of then.`;

/** See docs/reports.md#payroll. */
export const payrollRoute = ({ pool, readSnapshot }: Pick<ReportDependencies, 'pool' | 'readSnapshot'>): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getPayrollReport',
    path: '/reports/payroll',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: `What employees earned and were paid, at most ${PAYROLL_DAYS} days`,
    description: DESCRIPTION,
    query: periodQuery.extend({ as_of: queryAsOf(), ...csvQuery }),
    responses: { 200: reportResponse(answer, 'A row for each employee at each point with anything that is not zero') },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, date_from, date_to } = request.query;
      checkPeriod(request.query, PAYROLL_DAYS);
      const brand_id = request.brandId;
      const point_ids = await requirePointIds(pool, request, point_id);
      const asked = {
        brand_id,
        as_of,
        readModels: PAYROLL_READ_MODELS,
        signal: request.signal,
        weight: weightOfPeriod(request.query),
      };
      return readSnapshot(asked, async (snapshot) => {
        const rows = await readPayrollReport(snapshot, { brand_id, point_ids, date_from, date_to });
        const of = { point_id: onlyOf(point_ids), date_from, date_to };
        const body = { ...of, employees: await mapInTurns(rows, viewRow), as_of: snapshot.moment };
        const columns = columnsWithWarning(Object.keys(row.shape), rows);
        return reportAnswer(request, { body, list: 'employees', columns, moment: snapshot.moment });
      });
    },
  });

/** The point of a report of one point; null: several. */
export const onlyOf = (pointIds: readonly string[] | null): string | null => {
  const [only, ...others] = new Set(pointIds);
  return only !== undefined && others.length === 0 ? only : null;
};

/** The parts of a row that belong to single days. */
const day = z.object({
  date: z.iso.date(),
  ...row.pick({
    point_id: true,
    point_name: true,
    working_hours: true,
    sales: true,
    salary_amount: true,
    motivation_amount: true,
    motivation_programs: true,
    bonus_amount: true,
    fines_amount: true,
    accrued_amount: true,
    paid_amount: true,
    payments: true,
    debt_from_wages: true,
  }).shape,
});

/** See docs/reports.md#payroll. */
export const payrollDaysRoute = ({ pool, readSnapshot }: Pick<ReportDependencies, 'pool' | 'readSnapshot'>): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getPayrollDays',
    path: '/reports/payroll/days',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: `The days behind an employee's payroll, at most ${PAYROLL_DAYS} days`,
    description:
      'What one employee earned and was paid on each day, at each point. The days add up to the row of the payroll.',
    query: periodQuery.extend({ employee_id: queryId(), as_of: queryAsOf(), ...csvQuery }),
    responses: {
      200: reportResponse(
        z.object({
          employee_id: z.int(),
          date_from: z.iso.date(),
          date_to: z.iso.date(),
          days: z.array(day).meta({ description: 'By date; days without anything are left out' }),
          as_of: asOfSchema,
        }),
        'A row for each day at each point with anything that is not zero',
      ),
    },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, date_from, date_to, employee_id } = request.query;
      checkPeriod(request.query, PAYROLL_DAYS);
      const brand_id = request.brandId;
      const point_ids = await requirePointIds(pool, request, point_id);
      const asked = {
        brand_id,
        as_of,
        readModels: PAYROLL_READ_MODELS,
        signal: request.signal,
        weight: weightOfPeriod(request.query),
      };
      return readSnapshot(asked, async (snapshot) => {
        const days = await readPayrollDays(snapshot, { brand_id, point_ids, date_from, date_to }, employee_id);
        const body = { employee_id, date_from, date_to, days: days.map((one) => viewDay(one)), as_of: snapshot.moment };
        return reportAnswer(request, { body, list: 'days', columns: Object.keys(day.shape), moment: snapshot.moment });
      });
    },
  });

const viewDay = (named: NamedDay): z.infer<typeof day> => {
  const { date, point_id, point_name, working_hours, sales, salary_amount, motivation_amount } = named;
  const { bonus_amount, fines_amount, accrued_amount, paid_amount, debt_from_wages } = named;
  return {
    date,
    point_id,
    point_name,
    working_hours,
    sales,
    salary_amount,
    motivation_amount,
    motivation_programs: named.motivation_programs.map(viewMotivated),
    bonus_amount,
    fines_amount,
    accrued_amount,
    paid_amount,
    payments: named.payments.map(viewPaid),
    debt_from_wages,
  };
};

const viewMotivated = ({ motivation_id, name, calculation_type, sales, amount }: z.infer<typeof motivated>) => ({
  motivation_id,
  name,
  calculation_type,
  sales,
  amount,
});

const viewPaid = ({ payment_purpose_id, name, is_payout, amount, operations_count }: z.infer<typeof paid>) => ({
  payment_purpose_id,
  name,
  is_payout,
  amount,
  operations_count,
});

/** In the order of the contract. */
const viewRow = (named: NamedRow): z.infer<typeof row> => {
  const { point_id, point_name, employee_id, employee_name, role, role_name, position, salary_type_id } = named;
  const { working_days, working_hours, sales, salary_amount, motivation_amount, motivation_programs } = named;
  const { bonus_amount, fines_amount, accrued_amount, paid_amount, payments, balance_start, balance_end } = named;
  const { debt_start, debt_added, debt_returned, debt_settled, debt_from_wages, debt_end } = named;
  return {
    point_id,
    point_name,
    employee_id,
    employee_name,
    role,
    role_name,
    position,
    salary_type_id,
    working_days,
    working_hours,
    sales,
    salary_amount,
    motivation_amount,
    motivation_programs: motivation_programs.map(viewMotivated),
    bonus_amount,
    fines_amount,
    accrued_amount,
    paid_amount,
    payments: payments.map(viewPaid),
    balance_start,
    balance_end,
    debt_start,
    debt_added,
    debt_returned,
    debt_settled,
    debt_from_wages,
    debt_end,
    ...(named.overlap && { overlap: true }),
  };
};
