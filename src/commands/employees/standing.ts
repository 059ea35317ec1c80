import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { employeeResult } from '../bus/results.ts';
import { id } from '../fields/fields.ts';
import { requireWithinPoints } from './employees.ts';

const defineStanding = (type: 'BlockEmployee' | 'UnblockEmployee' | 'DismissEmployee', summary: string) =>
  defineCommand({
    type,
    audiences: ['venue'],
    summary,
    input: z.object({ employee_id: id() }),
    result: employeeResult,
    run: async ({ employee_id }, context) => {
      await requireWithinPoints(context, employee_id);
      const { brand_id } = context;
      const handled = await context.handle(employeeDecider, employee_id, { type, brand_id });
      return outcome(handled, () => ({ id: employee_id, employee_id }));
    },
  });

export const standingCommands = [
  defineStanding('BlockEmployee', 'Keeps an employee off the lists and rejects their marks, until unblocked.'),
  defineStanding('UnblockEmployee', 'Takes a block back.'),
  defineStanding('DismissEmployee', 'Lets an employee go, for good.'),
];
