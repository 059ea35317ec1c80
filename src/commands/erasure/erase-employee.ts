import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { employeeResult, requireWithinPoints } from '../employees/employees.ts';
import { id } from '../fields/fields.ts';
import { eraseClient, reasonOfErasure } from './erase-client.ts';
import type { ErasureNeeds } from './erasure-needs.ts';
import { requireImpersonal } from './may-erase.ts';

const eraseEmployee = defineCommand({
  type: 'EraseEmployee',
  audiences: ['venue'],
  summary: 'Forgets the name and the login of a dismissed employee for good. The number and the position stay.',
  input: z.object({ employee_id: id(), reason: reasonOfErasure() }),
  result: employeeResult,
  run: async ({ employee_id, reason }, context, needs: ErasureNeeds) => {
    await requireWithinPoints(context, employee_id);
    const handled =
      (await context.recorded(employeeDecider, employee_id)) ?? (await record(context, needs, employee_id, reason));
    const { events, position } = handled;
    const erased = events.find((event) => event.type === 'EmployeeErased');
    if (erased && position !== null) await needs.erasure.forget({ kind: 'employee', data: erased.data, position });
    return outcome(handled, () => ({ id: employee_id, employee_id }));
  },
});

const record = async (context: CommandContext, { erasure }: ErasureNeeds, employeeId: number, reason: string) => {
  const { brand_id } = context;
  const employee = await context.load(employeeDecider, employeeId);
  const isOurs = employee?.brand_id === brand_id;
  if (isOurs) requireImpersonal(reason, { name: employee.name, phone: null });
  const shift_ids = isOurs && !employee.is_erased ? await erasure.shiftsOf(brand_id, employeeId) : [];
  const subjects = isOurs ? await erasure.subjectsOf([{ brand_id, kind: 'employee', key: String(employeeId) }]) : [];
  return context.handle(employeeDecider, employeeId, { type: 'EraseEmployee', brand_id, reason, shift_ids, subjects });
};

export const erasureCommands: readonly CommandDefinition<ErasureNeeds>[] = [eraseClient, eraseEmployee];
