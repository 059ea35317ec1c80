import { z } from 'zod';
import { isRecord } from '../../domain/is-record.ts';
import { notFound } from '../../domain/refusal.ts';
import { isKeysPoint, requireWholeBrand } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { entryResult } from '../bus/results.ts';
import { id } from '../fields/fields.ts';
import { changeInput } from './change-input.ts';
import type { ListNeeds } from './list-needs.ts';
import { type EntryList, entryLists, inWords, type Retiring } from './lists.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Changes the fields of an entry that are named. The definition runs with the entry as it stands and these fields; which
 * fields were named, its command says, and the others are taken from the entry when it is decided.
 */
const changeCommand = (list: EntryList): CommandDefinition<ListNeeds> => {
  const { thing, define, known, not_found } = list;
  const definition = define as unknown as CommandDefinition<ListNeeds>;
  const fields = Object.keys(definition.input.shape);
  return defineCommand({
    type: `Change${thing}`,
    audiences: ['venue'],
    summary: `Changes the fields of a ${inWords(list)} that are named. The others stay; null clears one that may be empty.`,
    input: changeInput(definition.input),
    ...(definition.bodyLimit !== undefined && { bodyLimit: definition.bodyLimit }),
    result: definition.result,
    run: async (input, context, needs: ListNeeds) => {
      const { id: entryId, ...given } = input as Entry;
      const entry = await known(context, entryId as never, needs);
      if (!entry) throw notFound(not_found);
      const named = Object.keys(given).filter((field) => given[field] !== undefined);
      const stands = Object.fromEntries(fields.filter((field) => field in entry).map((field) => [field, entry[field]]));
      const meant = {
        ...stands,
        ...Object.fromEntries(named.map((field) => [field, within(entry[field], given[field])])),
      };
      return definition.run({ ...meant, id: entryId }, { ...context, named }, needs) as never;
    },
  });
};

/** Of an object within an entry, such as the rules of reservations, the fields that are not named stay as well. */
const within = (known: unknown, given: unknown): unknown =>
  isRecord(known) && isRecord(given) && !Array.isArray(given) ? { ...known, ...given } : given;

const retireCommands = (list: EntryList, retiring: Retiring): readonly CommandDefinition<ListNeeds>[] => {
  const { thing, known, not_found } = list;
  const command = (isRetired: boolean, summary: string) =>
    defineCommand({
      type: `${isRetired ? 'Retire' : 'Restore'}${thing}`,
      audiences: ['venue'],
      summary,
      input: z.object({ id: id() }),
      result: entryResult,
      run: async ({ id: entryId }, context, needs: ListNeeds) => {
        const entry = await known(context, entryId as never, needs);
        if (!entry) throw notFound(not_found);
        requireOwn(context, entry, not_found);
        const { needed } = retiring;
        const needed_by = isRetired && needed ? await needs.neededBy(context.brand_id, needed, entryId) : [];
        const handled = await retiring.handle(context, { isRetired, id: entryId, entry, needed_by });
        return outcome(handled, () => ({ id: entryId }));
      },
    });
  const what = inWords(list);
  return [
    command(true, `Takes a ${what} that nothing needs out of all lists and choices. What was chosen before keeps it.`),
    command(false, `Brings a retired ${what} back.`),
  ];
};

/** What is at a point is for those who may act there, what is of the whole brand for those of the whole brand. */
const requireOwn = (context: CommandContext, entry: Entry, not_found: string): void => {
  const { point_id } = entry;
  if (point_id === null || point_id === undefined) requireWholeBrand(context);
  else if (!isKeysPoint(context.caller, String(point_id))) throw notFound(not_found);
};

/** Change, Retire and Restore of every list. */
export const entryCommands: readonly CommandDefinition<ListNeeds>[] = entryLists.flatMap((list) => [
  changeCommand(list),
  ...(list.retiring ? retireCommands(list, list.retiring) : []),
]);
