import { z } from 'zod';
import { conceptOf } from '../../commands/all-commands.ts';
import type { CommandBus } from '../../commands/bus/command-bus.ts';
import { commandSchema } from '../../commands/bus/command-schema.ts';
import { camelCased } from '../http/name-forms.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { pointsForLines } from '../orders/cost-of-lines.ts';
import { commandBatchRoute, executeBy } from './command-batch.ts';
import { commandCheckRoute, type OpenTrial } from './command-check.ts';

const answer = z.object({
  command_id: z.uuid(),
  status: z.enum(['accepted', 'duplicate']),
  position: z.int().nullable(),
});

/** Partners have operations of these names. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  BookTable: 'bookTableAtVenue',
  MoveReservation: 'moveReservationAtVenue',
  CancelReservation: 'cancelReservationAtVenue',
};

/** Commands that make something, and take no id of their own under which they could replace it. */
const MAKES: ReadonlySet<string> = new Set([
  ...['IssueKey', 'InviteAccount', 'HireEmployee', 'OpenShift', 'OpenCheque', 'ReturnGoods', 'BookTable'],
  ...['SeatReservation', 'SeatWalkIn', 'AddShift', 'AccrueSalary', 'GiveBonus', 'ImposeFine', 'PaySalary'],
  ...['SettleEmployeeDebt', 'MoveMoney', 'TransferMoney', 'RecordSupply', 'ReturnSupply', 'PaySupplier'],
  'ReceiveOrganizationPayment',
]);

/** The heading of each concept's commands. */
const HEADINGS: Readonly<Record<string, string>> = {
  references: 'Lists of the brand',
  keys: 'Keys',
  points: 'Points, halls and tables',
  delivery: 'Delivery zones',
  menu: 'Catalogue',
  'external-ids': 'Lists of the brand',
  lists: 'What was defined',
  'stop-list': 'Stop-list',
  shifts: 'Till shifts',
  money: 'Money',
  orders: 'Orders of the venue',
  organizations: 'Organizations',
  suppliers: 'Suppliers',
  employees: 'Staff',
  attendance: 'Working time',
  payroll: 'Payroll',
  clients: 'Guests',
  erasure: 'Erasure of personal data',
  reservations: 'Floor',
  loyalty: 'Loyalty',
  webhooks: 'Integrations',
  accounts: 'People',
};

interface CommandRoutesDependencies {
  readonly bus: CommandBus;
  readonly openTrial: OpenTrial;
}

/**
 * One route for each command, the batch for a till that was offline, and the check of a plan. `documented`: inputs that say more to a reader
 * of the documentation than the command's own, by the type of the command. They accept the same.
 */
export const commandRoutes = (
  { bus, openTrial }: CommandRoutesDependencies,
  documented: ReadonlyMap<string, z.ZodObject> = new Map(),
): Route[] => {
  const execute = executeBy(bus);

  const single = [...bus.definitions.values()].map(({ type, audiences, summary, input, is_shown, bodyLimit, result }) =>
    defineRoute({
      method: 'post',
      operationId: NAMED_OTHERWISE[type] ?? camelCased(type),
      path: `/commands/${type}`,
      command: type,
      bodyLimit,
      cost: pointsForLines,
      audience: audiences,
      tags: [HEADINGS[conceptOf.get(type)!]!],
      summary,
      // The bus validates again, however a command arrives.
      body: commandSchema(documented.get(type) ?? input, is_shown),
      responses: { 200: answer.extend({ result }) },
      errors: [404, 409],
      answerAfter: 'all',
      handler: async (request) => {
        const done = await execute(request, type, request.body);
        return { position: done.position, body: done };
      },
    }),
  );

  const makes = (type: string): boolean => {
    const definition = bus.definitions.get(type);
    if (definition === undefined || !('id' in definition.result.shape)) return false;
    return 'id' in definition.input.shape || MAKES.has(type);
  };
  return [...single, commandBatchRoute(execute, makes), commandCheckRoute({ bus, openTrial }, makes)];
};
