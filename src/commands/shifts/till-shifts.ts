import { z } from 'zod';
import { dayAt } from '../../domain/points/clocks.ts';
import { conflict, notFound, Refusal } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireAtWork } from '../employees/employees.ts';
import { id, money, uuid } from '../fields/fields.ts';
import { MAX_AHEAD_MS } from '../fields/time-bounds.ts';
import { askFirst } from '../loop/ask-first.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { ShiftPlaces } from '../money/money-needs.ts';
import { requirePoint } from '../points/require-point.ts';
import { acceptShiftInput, handOver } from './hand-over.ts';
import type { ChequesOfPoint, HandOvers } from './shift-needs.ts';

/** What the commands of till shifts need. */
export type ShiftNeeds = ShiftPlaces & HandOvers & ChequesOfPoint;

const shiftResult = z.object({ id: z.int(), shift_id: z.int() });

const openShift = defineCommand({
  type: 'OpenShift',
  audiences: ['venue'],
  summary: 'Opens the till shift of a point; a second one is refused (409).',
  input: z.object({ point_id: uuid(), cashier_id: id(), opening_cash: money().default(0) }),
  result: shiftResult.extend({ shift_number: z.int() }),
  run: async ({ point_id, cashier_id, opening_cash }, context) => {
    const { brand_id, occurred_at: opened_at } = context;
    const point = await requirePoint(context, point_id);
    const cashier = await requireAtWork(context, cashier_id, 'cashier_id');
    // A shift names its cashier, and this one has no name any more.
    if (cashier.is_erased) throw conflict('employee_erased');
    const shift = {
      shift_id: await context.newId(),
      point_id,
      brand_id,
      cashier_id,
      opening_cash,
      ...dayAt(point, opened_at),
      opened_at,
      personal: { employee_id: cashier_id, login: cashier.login, name: cashier.name },
    };
    const handled = await context.handle(tillDecider, point_id, { type: 'OpenShift', shift }, { point_id });
    return outcome(handled, (events) => {
      const { shift_id, shift_number } = events.find((event) => event.type === 'ShiftOpened')!.data;
      return { id: shift_id, shift_id, shift_number };
    });
  },
});

const closeShift = defineCommand({
  type: 'CloseShift',
  audiences: ['venue'],
  summary:
    'Closes the till shift; 409 while cheques of the point are open, unless leave_open. counted_cash: what the cashier counted in the drawer; left_cash: what stays there for the next shift.',
  input: z.object({
    shift_id: id(),
    counted_cash: money().nullish(),
    left_cash: money().default(0),
    leave_open: z.boolean().default(false).meta({ description: 'Open cheques stay, for the next shift to close' }),
  }),
  result: shiftResult,
  run: async ({ shift_id, counted_cash, left_cash, leave_open }, context, shifts: ShiftNeeds) => {
    const point_id = await requirePointOfShift(context, shifts, shift_id);
    const close = async () => {
      const at = context.occurred_at;
      const command = { type: 'CloseShift', shift_id, counted_cash: counted_cash ?? null, left_cash, at } as const;
      // A shift that is not open is refused for that, whatever cheques there are.
      askFirst(tillDecider, await context.load(tillDecider, point_id), { ...command, open_cheques: null });
      // A till that was offline tells of a closing before cheques that were opened since. Clocks may differ a little.
      const isLate = context.now - Date.parse(at) > MAX_AHEAD_MS;
      const open_cheques = leave_open ? null : await shifts.openCheques(context.brand_id, point_id, isLate ? at : null);
      return context.handle(tillDecider, point_id, { ...command, open_cheques }, { point_id });
    };
    const handled = (await context.recorded(tillDecider, point_id)) ?? (await close());
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});

const acceptShift = defineCommand({
  type: 'AcceptShift',
  audiences: ['venue'],
  summary:
    "Takes a closed shift's money over into an account, once; money of other payment types into an account each (non_cash).",
  input: acceptShiftInput,
  result: shiftResult,
  run: async (input, context, needs: ShiftNeeds) => {
    const { shift_id } = input;
    const point_id = await requirePointOfShift(context, needs, shift_id);
    const accept = async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const { money_changes } = await context.load(tillDecider, point_id);
        const accepted = await handOver(context, needs, point_id, input);
        const command = { type: 'AcceptShift', accepted, money_changes } as const;
        try {
          return await context.handle(tillDecider, point_id, command, { point_id });
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'shift_money_changed') throw error;
        }
      }
      throw new Unavailable('the money of the shift changes while it is handed over');
    };
    const handled = (await context.recorded(tillDecider, point_id)) ?? (await accept());
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});

/** How often the hand-over is tried. Each attempt fails only if money of the shift was moved meanwhile. */
const MAX_ATTEMPTS = 20;

/** The point of a till shift that the caller may use. Else shift_not_found (404). */
const requirePointOfShift = async (
  { brand_id, caller }: CommandContext,
  shifts: ShiftNeeds,
  shiftId: number,
): Promise<string> => {
  const point_id = await shifts.pointOfShift(brand_id, shiftId);
  if (!isKeysPoint(caller, point_id)) throw notFound('shift_not_found');
  return point_id;
};

export const shiftCommands: readonly CommandDefinition<ShiftNeeds>[] = [openShift, closeShift, acceptShift];
