import { attendanceCommands } from '../attendance/index.ts';
import { clientCommands } from '../clients/index.ts';
import { deliveryCommands } from '../delivery/index.ts';
import { employeeCommands } from '../employees/index.ts';
import { keyCommands } from '../keys/index.ts';
import { menuCommands } from '../menu/index.ts';
import { orderCommands } from '../orders/index.ts';
import { pointCommands } from '../points/index.ts';
import { referenceCommands } from '../references/index.ts';
import { reservationCommands } from '../reservations/index.ts';
import { shiftCommands } from '../shifts/index.ts';
import { stopListCommands } from '../stop-list/index.ts';
import { webhookCommands } from '../webhooks/index.ts';
import type { CommandDefinition } from './command.ts';

const all = [
  ...referenceCommands,
  ...keyCommands,
  ...pointCommands,
  ...deliveryCommands,
  ...menuCommands,
  ...stopListCommands,
  ...shiftCommands,
  ...orderCommands,
  ...employeeCommands,
  ...attendanceCommands,
  ...clientCommands,
  ...reservationCommands,
  ...webhookCommands,
];

/** Every command of the venue's side by name: REST, the documentation, the command line and the tests read it. */
export const commandRegistry: ReadonlyMap<string, CommandDefinition> = new Map(
  all.map((definition) => [definition.type, definition]),
);

/** The commands whose kept results may be deleted after COMMAND_RETENTION. */
export const purgeableTypes: readonly string[] = all.flatMap(({ type, is_purgeable }) => (is_purgeable ? [type] : []));
