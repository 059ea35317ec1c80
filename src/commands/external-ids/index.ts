import { z } from 'zod';
import { externalIdDecider } from '../../domain/external-ids/decide.ts';
import { EXTERNAL_LISTS } from '../../domain/external-ids/lists.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import type { ZonePlaces } from '../delivery/zones.ts';
import { id, name, uuid } from '../fields/fields.ts';
import { requireNamed } from './require-named.ts';

const MAX_ENTRIES = 1_000;

const setExternalIds = defineCommand({
  type: 'SetExternalIds',
  audiences: ['venue'],
  summary:
    'Says what external ids name: the keys that another system, or the file of a brand, has for the brand’s things. One that named something else names this from now on.',
  input: z.object({
    list: z.enum(EXTERNAL_LISTS),
    entries: z
      .array(
        z.object({
          external_id: name(),
          id: z.union([id(), uuid()]).nullable().meta({
            description: 'Of the thing: a UUID for points and keys, else an integer. Null: it names nothing any more',
          }),
        }),
      )
      .min(1)
      .max(MAX_ENTRIES),
  }),
  result: nothing,
  run: async ({ list, entries }, context, zones: ZonePlaces) => {
    requireWholeBrand(context);
    for (const [index, entry] of entries.entries()) {
      if (entry.id !== null) await requireNamed(context, zones, { list, id: entry.id, field: `entries[${index}].id` });
    }
    const { brand_id } = context;
    const handled = await context.handle(externalIdDecider, brand_id, {
      type: 'SetExternalIds',
      brand_id,
      list,
      entries,
    });
    return outcome(handled, () => ({}));
  },
});

export const externalIdCommands: readonly CommandDefinition<ZonePlaces>[] = [setExternalIds];
