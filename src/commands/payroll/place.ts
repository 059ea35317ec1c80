import { employeeDecider } from '../../domain/employees/decide.ts';
import type { EmployeeEvent } from '../../domain/employees/events.ts';
import { holdingOn } from '../../domain/employees/homes.ts';
import type { Employee, EmployeeState } from '../../domain/employees/state.ts';
import { toLocalDate } from '../../domain/local-time.ts';
import type { PayCommand } from '../../domain/payroll/pay-commands.ts';
import { dayAt } from '../../domain/points/clocks.ts';
import { invalid } from '../../domain/refusal.ts';
import { requireKeysPoint } from '../bus/caller.ts';
import { type CommandContext, isPast } from '../bus/context.ts';
import { businessDayAt } from '../employees/business-day.ts';
import { requireOwnEmployee } from '../employees/employees.ts';
import type { Handled } from '../loop/handled.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';

export interface PlaceInput {
  readonly employee_id: number;
  readonly point_id?: string | null | undefined;
  readonly date?: string | null | undefined;
}

/** Whose pay it is, at which point, on which day. */
export interface PayPlace {
  readonly brand_id: string;
  readonly point_id: string;
  readonly business_date: string;
}

/**
 * Carries out a command on an employee's pay. The point is the employee's own of that day unless told, the day is the point's business
 * day. What was recorded before is answered as it was, wherever the employee works by now.
 */
export const handlePay = async (
  context: CommandContext,
  input: PlaceInput,
  commandAt: (place: PayPlace) => PayCommand | Promise<PayCommand>,
): Promise<Handled<EmployeeState, EmployeeEvent>> => {
  const { employee_id } = input;
  const employee = await requireOwnEmployee(context, employee_id);
  const done = await context.recorded(employeeDecider, employee_id);
  if (done) {
    for (const { data } of done.events)
      if ('point_id' in data && data.point_id) requireKeysPoint(context.caller, data.point_id);
    return done;
  }
  const point_id = input.point_id ?? (await homeOf(context, employee, input.date));
  if (point_id === null) throw invalid('employee_without_point', { field: 'point_id' });
  const point = await requirePoint(context, point_id);
  const business_date = input.date ?? dayAt(point, context.occurred_at).business_date;
  const command = await commandAt({ brand_id: context.brand_id, point_id, business_date });
  return context.handle(employeeDecider, employee_id, command, { point_id });
};

/**
 * The employee's own point on the day of the command, by the brand's clock: what an account of the whole brand is used for.
 * Null: none.
 */
export const homeThen = async (context: CommandContext, { homes }: Pick<Employee, 'homes'>): Promise<string | null> => {
  const { timezone } = await requireBrand(context, context.brand_id);
  return holdingOn(homes, toLocalDate(context.occurred_at, timezone))?.point_id ?? null;
};

/** The own point of the day, or of now. A late command is of the day on which it happened. Null: none. */
const homeOf = async (
  context: CommandContext,
  { point_id, homes }: Employee,
  date: string | null | undefined,
): Promise<string | null> => {
  const dayAt = (instant: string) => businessDayAt(context, point_id, instant);
  const day = date ?? (isPast(context) ? await dayAt(context.occurred_at) : null);
  if (day === null || (date == null && day >= (await dayAt(new Date(context.now).toISOString())))) return point_id;
  return holdingOn(homes, day)?.point_id ?? null;
};
