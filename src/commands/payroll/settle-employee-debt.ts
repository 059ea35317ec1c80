import { z } from 'zod';
import { employeeDecider } from '../../domain/employees/decide.ts';
import type { EmployeeEvent } from '../../domain/employees/events.ts';
import { DIRECTIONS } from '../../domain/money/shapes.ts';
import type { EmployeeDebtSettled } from '../../domain/payroll/pay-events.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { requireUnaccepted, tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { entryResult } from '../bus/results.ts';
import { requireOwnEmployee } from '../employees/employees.ts';
import { id } from '../fields/fields.ts';
import type { Handled } from '../loop/handled.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { movedAmount, note } from '../money/fields.ts';
import { type NamedRegister, requireRegister } from '../money/registers.ts';
import { requirePoint } from '../points/require-point.ts';
import { placeFields } from './fields.ts';
import type { PayrollNeeds } from './payroll-needs.ts';
import { handlePay, homeThen } from './place.ts';
import { moveSettlement } from './settlement-money.ts';

/** How often it is tried. Each attempt fails only if the same employee's debt was settled meanwhile. */
const MAX_ATTEMPTS = 20;

const input = z.object({
  ...placeFields,
  amount: movedAmount(),
  direction: z.enum(DIRECTIONS).default('plus').meta({
    description: 'plus: the employee pays; minus: the venue gives back what was paid for goods that came back later',
  }),
  from: z.union([z.literal('wages'), z.strictObject({ shift_id: id().nullish(), account_id: id().nullish() })]),
  note: note(),
});

type Input = z.output<typeof input>;

/**
 * Pays off what an employee owes for cheques, or pays out what the venue owes after a return. The employee's stream decides, so no two settlements pay more than is owed.
 * Money is moved after that; after a crash between the two a repeat goes on, and so does the process money-parties.
 */
export const settleEmployeeDebt = defineCommand({
  type: 'SettleEmployeeDebt',
  audiences: ['venue'],
  summary:
    'Pays off what an employee owes for cheques (payments of category 6): kept from wages, or in money to the drawer of a shift or an account; more than is owed is 409. With direction minus it pays out what the venue owes the employee after a return: added to wages, or in money. point_id: the register’s unless told, else the employee’s own.',
  input,
  result: entryResult.extend({
    movement_id: z
      .int()
      .nullable()
      .meta({ description: 'The money that was moved; null: kept from wages, or added to them' }),
  }),
  run: async (asked, context, needs: PayrollNeeds) => {
    const handled = await settle(context, needs, asked);
    const settled = handled.events.find((event) => event.type === 'EmployeeDebtSettled')!.data;
    const moved = await moveSettlement(context, settled);
    return outcome({ ...handled, position: moved ?? handled.position }, () => ({
      id: settled.settlement_id,
      movement_id: settled.movement?.movement_id ?? null,
    }));
  },
});

const settle = async (context: CommandContext, needs: PayrollNeeds, asked: Input) => {
  const { brand_id } = context;
  const { employee_id, amount, direction, note } = asked;
  const settlement_id = await context.newId();
  const place = await placeOf(context, needs, asked);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await handlePay(context, { ...asked, point_id: place.point_id }, async ({ point_id, business_date }) => {
        const { pay } = await requireOwnEmployee(context, employee_id);
        const settlement: EmployeeDebtSettled = {
          employee_id,
          brand_id,
          point_id,
          settlement_id,
          amount,
          direction,
          movement: place.movement,
          business_date: place.movement?.business_date ?? business_date,
          settled_at: context.occurred_at,
          personal: { employee_id, note: note?.trim() || null },
        };
        const owed = await needs.owedByEmployee(brand_id, employee_id);
        return { type: 'SettleDebt', brand_id, settlement, owed, debt_changes: pay.debt_changes };
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'employee_debt_changed') throw error;
    }
  }
  throw new Unavailable('the debt of one employee is settled by too many at once');
};

type Place = Pick<EmployeeDebtSettled, 'movement'> & { readonly point_id: string | null };

/** The point that the settlement counts for, and the money that is moved. */
const placeOf = async (context: CommandContext, needs: PayrollNeeds, asked: Input): Promise<Place> => {
  const { employee_id, point_id = null, from } = asked;
  if (from === 'wages') return { point_id, movement: null };
  const employee = await requireOwnEmployee(context, employee_id);
  const point = point_id === null ? null : await requirePoint(context, point_id);
  const named: NamedRegister = from;
  const register = await requireRegister(context, needs, named, {
    point,
    pointOfBrandAccount: await homeThen(context, employee),
    prefix: 'from.',
  });
  if (register.point === null) throw invalid('employee_without_point', { field: 'point_id' });
  const place = register.point.point_id;
  const done: Handled<unknown, EmployeeEvent> | null = await context.recorded(employeeDecider, employee_id);
  if (done === null && register.shift_id !== null) {
    requireUnaccepted(await context.load(tillDecider, place), register.shift_id);
  }
  const movement = register.leg(await context.newId('movement'), null, 'from');
  return { point_id: place, movement };
};
