import { entryOf } from '../collections/by-id.ts';
import type { Decider } from '../decider.ts';
import { mended } from '../mended.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { PayrollCommand } from './commands.ts';
import type { PayrollEvent } from './events.ts';
import { evolvePayroll, type Payroll } from './state.ts';

/** Each costs the report of the payroll a sum over all lines that were sold. */
export const MAX_ACTIVE_MOTIVATIONS = 100;

const decide = ({ motivations }: Payroll, command: PayrollCommand): readonly PayrollEvent[] => {
  if (command.type === 'DefineMotivation') {
    const { motivation: given, replaces, named } = command;
    const known = entryOf(motivations, given.motivation_id)?.motivation;
    if (replaces && !known) throw notFound('motivation_not_found');
    const motivation = mended(known, given, named);
    if (isSameValue(known, motivation)) return [];
    const active = motivations.filter(([, one]) => one.motivation.is_active).length;
    if (motivation.is_active && !known?.is_active && active >= MAX_ACTIVE_MOTIVATIONS) {
      throw conflict('motivations_too_many', { max: MAX_ACTIVE_MOTIVATIONS });
    }
    return [{ type: 'MotivationDefined', data: motivation }];
  }
  const { motivation_id, brand_id } = command;
  const known = entryOf(motivations, motivation_id);
  if (!known) throw notFound('motivation_not_found');
  const [before, after] = [new Set(known.employee_ids), new Set(command.employee_ids)];
  const [added_ids, removed_ids] = [[...after.difference(before)], [...before.difference(after)]];
  if (added_ids.length + removed_ids.length === 0) return [];
  const employee_ids = [...after].toSorted((one, other) => one - other);
  return [{ type: 'MotivationAssigned', data: { motivation_id, brand_id, employee_ids, added_ids, removed_ids } }];
};

/** The motivations of one brand. */
export const payrollDecider: Decider<Payroll, PayrollCommand, PayrollEvent> = {
  category: 'payroll',
  stateVersion: 1,
  initial: { motivations: [] },
  evolve: evolvePayroll,
  decide,
};
