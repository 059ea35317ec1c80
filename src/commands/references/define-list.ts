import { z } from 'zod';
import type { Entry } from '../../domain/references/commands.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { type ListName, listOfEvent, referenceLists } from '../../domain/references/lists.ts';
import { idOf } from '../../domain/references/state.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { entryResult } from '../bus/results.ts';
import { id } from '../fields/fields.ts';

interface ListCommand<Shape extends z.ZodRawShape> {
  /** One line for the API's documentation. */
  readonly summary: string;
  /** The fields of an entry, without its id. */
  readonly input: Shape;
  /**
   * Refuses a caller who may not define the entry; answers the entry's fields as they are recorded. Left out:
   * `ofWholeBrand`.
   */
  readonly fields?: (input: z.output<z.ZodObject<Shape>>, context: CommandContext) => Promise<Entry>;
}

/** An entry of the whole brand is recorded as it was given. */
const ofWholeBrand = async (input: Entry, context: CommandContext): Promise<Entry> => {
  requireWholeBrand(context);
  return input;
};

/**
 * The command of a list. It records an entry under the id that the caller gave (which must exist) or a new one. The
 * answered id is read from the event, so that a repeat answers the first run's, whatever it asks for.
 */
export const defineList = <Shape extends z.ZodRawShape>(
  list: ListName,
  { summary, input, fields = ofWholeBrand }: ListCommand<Shape>,
): CommandDefinition =>
  defineCommand({
    type: referenceLists[list].command,
    audiences: ['venue'],
    summary,
    input: z.object({ id: id().nullish(), ...input }),
    is_shown: true,
    result: entryResult,
    run: async (input, context) => {
      const { brand_id } = context;
      // The schema above has both parts, but TypeScript cannot take them apart again while Shape is unknown.
      const { id: givenId, ...given } = input as { readonly id?: number | null };
      const recorded = await fields(given as z.output<z.ZodObject<Shape>>, context);
      const newId = givenId ?? (await context.newId());
      const handled = await context.handle(brandDecider, brand_id, {
        type: 'DefineReference',
        list,
        entry: { brand_id, [referenceLists[list].id]: newId, ...recorded },
        replaces: givenId != null,
        named: context.named,
      });
      return outcome(handled, (events) => {
        const defined = events.find((event) => listOfEvent(event.type) === list);
        return { id: defined ? idOf(list, defined.data) : newId };
      });
    },
  });
