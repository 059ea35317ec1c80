import type { AccountNeeds } from './accounts/account-needs.ts';
import { accountCommands } from './accounts/index.ts';
import { attendanceCommands } from './attendance/index.ts';
import { type BoundCommand, bindCommands, type CommandDefinition } from './bus/command.ts';
import { clientCommands } from './clients/adjust-points.ts';
import { deliveryCommands, type ZonePlaces } from './delivery/zones.ts';
import { employeeCommands } from './employees/staff.ts';
import { erasureCommands } from './erasure/erase-employee.ts';
import type { ErasureNeeds } from './erasure/erasure-needs.ts';
import { externalIdCommands } from './external-ids/index.ts';
import { keyCommands } from './keys/index.ts';
import type { KeyNeeds } from './keys/key-needs.ts';
import { entryCommands } from './lists/index.ts';
import type { ListNeeds } from './lists/list-needs.ts';
import { loyaltyCommands } from './loyalty/connection.ts';
import { menuCommands } from './menu/index.ts';
import { moneyCommands } from './money/index.ts';
import type { MoneyNeeds } from './money/money-needs.ts';
import { chequeLoyaltyCommands, orderCommands } from './orders/index.ts';
import type { OrderNeeds } from './orders/order-needs.ts';
import { organizationCommands } from './organizations/index.ts';
import { payrollCommands } from './payroll/index.ts';
import type { PayrollNeeds } from './payroll/payroll-needs.ts';
import { pointCommands } from './points/index.ts';
import type { PreordersOfPoint } from './points/special-days.ts';
import { referenceCommands } from './references/index.ts';
import type { BookingNeeds } from './reservations/booking-needs.ts';
import { reservationCommands } from './reservations/index.ts';
import { type ShiftNeeds, shiftCommands } from './shifts/till-shifts.ts';
import { stopListCommands } from './stop-list/stop-list.ts';
import { supplierCommands } from './suppliers/index.ts';
import type { SupplyPlaces } from './suppliers/supplies.ts';
import { webhookCommands } from './webhooks/index.ts';
import type { WebhookService } from './webhooks/webhook-service.ts';

/** What the commands of each concept need beyond their context. */
export interface CommandNeeds {
  readonly accounts: AccountNeeds;
  readonly keys: KeyNeeds;
  readonly points: PreordersOfPoint;
  readonly delivery: ZonePlaces;
  readonly shifts: ShiftNeeds;
  readonly money: MoneyNeeds;
  readonly suppliers: SupplyPlaces;
  readonly orders: OrderNeeds;
  readonly payroll: PayrollNeeds;
  readonly reservations: BookingNeeds;
  readonly webhooks: WebhookService;
  readonly lists: ListNeeds;
  readonly erasure: ErasureNeeds;
}

interface Concept {
  readonly name: string;
  readonly definitions: readonly Omit<CommandDefinition, 'run'>[];
  bind(needs: CommandNeeds): readonly BoundCommand[];
}

const concept = <Needs>(
  name: string,
  definitions: readonly CommandDefinition<Needs>[],
  needsOf: (needs: CommandNeeds) => Needs,
): Concept => ({ name, definitions, bind: (needs) => bindCommands(definitions, needsOf(needs)) });
const nothing = (): undefined => undefined;

const concepts = [
  concept('references', referenceCommands, ({ accounts }) => accounts),
  concept('keys', keyCommands, ({ keys }) => keys),
  concept('accounts', accountCommands, ({ accounts }) => accounts),
  concept('points', pointCommands, ({ points }) => points),
  concept('delivery', deliveryCommands, ({ delivery }) => delivery),
  concept('menu', menuCommands, nothing),
  concept('lists', entryCommands, ({ lists }) => lists),
  concept('external-ids', externalIdCommands, ({ delivery }) => delivery),
  concept('stop-list', stopListCommands, nothing),
  concept('shifts', shiftCommands, ({ shifts }) => shifts),
  concept('money', moneyCommands, ({ money }) => money),
  concept('orders', orderCommands, ({ orders }) => orders),
  concept('organizations', organizationCommands, ({ money }) => money),
  concept('suppliers', supplierCommands, ({ money, suppliers }) => ({ ...money, ...suppliers })),
  concept('employees', employeeCommands, nothing),
  concept('attendance', attendanceCommands, nothing),
  concept('payroll', payrollCommands, ({ payroll }) => payroll),
  concept('clients', clientCommands, nothing),
  concept('erasure', erasureCommands, ({ erasure }) => erasure),
  concept('reservations', reservationCommands, ({ reservations }) => reservations),
  concept('loyalty', loyaltyCommands, ({ orders }) => orders),
  concept('loyalty', chequeLoyaltyCommands, ({ orders }) => orders),
  concept('webhooks', webhookCommands, ({ webhooks }) => webhooks),
];

const byType = <Command extends { readonly type: string }>(
  commands: readonly Command[],
): ReadonlyMap<string, Command> => new Map(commands.map((command) => [command.type, command]));

const all = concepts.flatMap(({ definitions }) => definitions);

/** Every command of the venue's side by name, as the documentation and the tests read it. */
export const commandRegistry: ReadonlyMap<string, Omit<CommandDefinition, 'run'>> = byType(all);

/** The concept of each command: the documentation has a heading for each. */
export const conceptOf: ReadonlyMap<string, string> = new Map(
  concepts.flatMap(({ name, definitions }) => definitions.map(({ type }) => [type, name] as const)),
);

/** Every command with what it needs, as the bus runs it. */
export const commandsWith = (needs: CommandNeeds): ReadonlyMap<string, BoundCommand> =>
  byType(concepts.flatMap(({ bind }) => bind(needs)));

/** The commands whose kept results may be deleted after COMMAND_RETENTION. */
export const purgeableTypes: readonly string[] = all.flatMap(({ type, is_purgeable }) => (is_purgeable ? [type] : []));
