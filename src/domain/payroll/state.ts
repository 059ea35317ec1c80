import { type ById, entryOf, withEntries } from '../collections/by-id.ts';
import type { Motivation, PayrollEvent } from './events.ts';

/** The motivations of a brand: programs that pay employees for what was sold, or for shifts. */
export interface Payroll {
  readonly motivations: ById<{ readonly motivation: Motivation; readonly employee_ids: readonly number[] }>;
}

export const evolvePayroll = (state: Payroll, { type, data }: PayrollEvent): Payroll => {
  const { motivation_id } = data;
  const known = entryOf(state.motivations, motivation_id);
  const change = (entry: Payroll['motivations'][number][1]): Payroll => ({
    motivations: withEntries(state.motivations, [[motivation_id, entry]]),
  });
  switch (type) {
    case 'MotivationDefined':
      return change({ motivation: data, employee_ids: known?.employee_ids ?? [] });
    case 'MotivationAssigned':
      return known ? change({ ...known, employee_ids: data.employee_ids }) : state;
  }
};
