import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { id } from '../fields/fields.ts';
import { requirePoint } from '../points/require-point.ts';
import { businessDayAt } from './business-day.ts';
import { employeeInput } from './employee-input.ts';
import { employeeResult, requireWithinPoints } from './employees.ts';

const hireEmployee = defineCommand({
  type: 'HireEmployee',
  audiences: ['venue'],
  summary: 'Takes on an employee, at a point or at none in particular.',
  input: employeeInput,
  result: employeeResult,
  run: async ({ point_id, ...fields }, context) => {
    if (point_id) await requirePoint(context, point_id);
    else requireWholeBrand(context);
    const employee_id = await context.newId();
    const employee = { employee_id, brand_id: context.brand_id, ...fields, point_id: point_id ?? null };
    const handled = await context.handle(employeeDecider, employee_id, { type: 'HireEmployee', employee });
    return outcome(handled, () => ({ id: employee_id, employee_id }));
  },
});

const updateEmployee = defineCommand({
  type: 'UpdateEmployee',
  audiences: ['venue'],
  summary:
    "Changes an employee's details; those left out stay. point_id null: of no point in particular, for keys of the whole brand.",
  input: employeeInput.partial().extend({ id: id() }),
  is_shown: true,
  result: employeeResult,
  run: async ({ id: employee_id, ...details }, context) => {
    // At no point: every key that is limited to some points cannot reach the employee.
    if (details.point_id === null) requireWholeBrand(context);
    await requireWithinPoints(context, employee_id);
    if (details.point_id) await requirePoint(context, details.point_id);
    const { brand_id } = context;
    const employee = await context.load(employeeDecider, employee_id);
    const where = employee?.point_id ?? details.point_id ?? null;
    const { occurred_at: changed_at } = context;
    const business_date = await businessDayAt(context, where, changed_at);
    const command = { type: 'UpdateEmployee' as const, brand_id, business_date, changed_at, details };
    const handled = await context.handle(employeeDecider, employee_id, command);
    return outcome(handled, () => ({ id: employee_id, employee_id }));
  },
});

const defineStanding = (type: 'BlockEmployee' | 'UnblockEmployee' | 'DismissEmployee', summary: string) =>
  defineCommand({
    type,
    audiences: ['venue'],
    summary,
    input: z.object({ employee_id: id() }),
    result: employeeResult,
    run: async ({ employee_id }, context) => {
      await requireWithinPoints(context, employee_id);
      const { brand_id, occurred_at: at } = context;
      const handled = await context.handle(employeeDecider, employee_id, { type, brand_id, at });
      return outcome(handled, () => ({ id: employee_id, employee_id }));
    },
  });

const standingCommands = [
  defineStanding('BlockEmployee', 'Keeps an employee off the lists and rejects their marks, until unblocked.'),
  defineStanding('UnblockEmployee', 'Takes a block back.'),
  defineStanding('DismissEmployee', 'Lets an employee go, for good.'),
];

export const employeeCommands = [hireEmployee, updateEmployee, ...standingCommands];
