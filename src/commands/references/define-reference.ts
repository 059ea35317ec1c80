import type { DefineReference } from '../../domain/references/commands.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import type { BrandEvent } from '../../domain/references/events.ts';
import { type CommandOutcome, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import type { EntryResult } from '../bus/results.ts';

/**
 * Records a reference of the brand under the id the caller gave (which must be known then) or a new one. `idOf` reads
 * the id off the event, so that a repeat answers the first run's whatever it asks for.
 */
export const handleDefinition = async (
  context: CommandContext,
  givenId: number | null | undefined,
  command: (id: number, replaces: boolean) => DefineReference,
  idOf: (event: BrandEvent) => number | undefined,
): Promise<CommandOutcome<EntryResult>> => {
  const id = givenId ?? (await context.newId());
  const handled = await context.handle(brandDecider, context.brand_id, command(id, givenId != null));
  return outcome(handled, (events) => ({ id: events.map(idOf).find((it) => it !== undefined) ?? id }));
};
