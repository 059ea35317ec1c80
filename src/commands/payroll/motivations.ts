import { z } from 'zod';
import { entryOf } from '../../domain/collections/by-id.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { payrollDecider } from '../../domain/payroll/decide.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { entryResult } from '../bus/results.ts';
import { requireEmployee } from '../employees/employees.ts';
import { id } from '../fields/fields.ts';
import { employeeIds, motivationFields } from './fields.ts';
import { type KnownThings, readMotivation } from './scope.ts';

export const defineMotivation = defineCommand({
  type: 'DefineMotivation',
  audiences: ['venue'],
  summary: 'Creates or replaces a motivation: a program that pays for sales, for units sold, or for days worked.',
  input: z.object({ id: id().nullish(), ...motivationFields }),
  is_shown: true,
  result: entryResult,
  run: async ({ id: givenId, ...input }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const content = await readMotivation(input, await knownNow(context));
    const motivation = { motivation_id: givenId ?? (await context.newId()), brand_id, ...content };
    const command = { type: 'DefineMotivation' as const, motivation, replaces: givenId != null, named: context.named };
    const handled = await context.handle(payrollDecider, brand_id, command);
    return outcome(handled, (events) => ({ id: events[0]?.data.motivation_id ?? motivation.motivation_id }));
  },
});

/** What the brand has, as of now. */
const knownNow = async (context: CommandContext): Promise<KnownThings> => {
  const { brand_id } = context;
  const { products, categories, menu_folders } = await context.load(catalogueDecider, brand_id);
  return {
    point: async (pointId) => (await context.load(pointDecider, pointId))?.brand_id === brand_id,
    product: (productId) => entryOf(products, productId) !== undefined,
    category: (categoryId) => entryOf(categories, categoryId) !== undefined,
    menu_folder: (folderId) => entryOf(menu_folders, folderId) !== undefined,
  };
};

const assignMotivation = defineCommand({
  type: 'AssignMotivation',
  audiences: ['venue'],
  summary: 'Says which employees have a motivation; the list replaces the one before.',
  input: z.object({ motivation_id: id(), employee_ids: employeeIds() }),
  result: entryResult,
  run: async ({ motivation_id, employee_ids }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const { motivations } = await context.load(payrollDecider, brand_id);
    const assigned = new Set(entryOf(motivations, motivation_id)?.employee_ids);
    for (const [index, employeeId] of employee_ids.entries()) {
      if (!assigned.has(employeeId)) await requireEmployee(context, employeeId, `employee_ids[${index}]`);
    }
    const command = { type: 'AssignMotivation' as const, brand_id, motivation_id, employee_ids };
    const handled = await context.handle(payrollDecider, brand_id, command);
    return outcome(handled, () => ({ id: motivation_id }));
  },
});

export const motivationCommands = [defineMotivation, assignMotivation];
