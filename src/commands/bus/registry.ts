import { attendanceCommands } from '../attendance/index.ts';
import { clientCommands } from '../clients/index.ts';
import { staffCommands } from '../employees/index.ts';
import { brandCommands } from '../keys/index.ts';
import { catalogueCommands } from '../menu/index.ts';
import { tillCommands } from '../orders/index.ts';
import { pointsCommands } from '../points/index.ts';
import { reservationCommands } from '../reservations/index.ts';
import { shiftsCommands } from '../shifts/index.ts';
import { integrationCommands } from '../webhooks/index.ts';
import type { CommandDefinition } from './command.ts';

const all = [
  ...brandCommands,
  ...pointsCommands,
  ...catalogueCommands,
  ...shiftsCommands,
  ...tillCommands,
  ...staffCommands,
  ...attendanceCommands,
  ...clientCommands,
  ...reservationCommands,
  ...integrationCommands,
];

/** Every command of the venue's side by name: REST, the documentation, the command line and the tests read it. */
export const commandRegistry: ReadonlyMap<string, CommandDefinition> = new Map(
  all.map((definition) => [definition.type, definition]),
);

/** The commands whose kept results may be deleted after COMMAND_RETENTION. */
export const purgeableTypes: readonly string[] = all.flatMap(({ type, is_purgeable }) => (is_purgeable ? [type] : []));
