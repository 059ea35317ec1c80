import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import type { AccessKeyEvent } from '../../domain/keys/events.ts';
import type { AccessKey } from '../../domain/keys/state.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import { uuid } from '../fields/fields.ts';
import type { Handled } from '../loop/handled.ts';
import { keyTermsInput } from './key-input.ts';
import type { KeyNeeds } from './key-needs.ts';
import { checkKeyTerms } from './key-terms.ts';
import { keyResult, requireKey } from './own-key.ts';

const updateKey = defineCommand({
  type: 'UpdateKey',
  audiences: ['platform', 'venue'],
  summary: "Changes a key's terms; those left out stay. Its brand and audience never change.",
  input: keyTermsInput.extend({ key_id: uuid() }),
  is_shown: true,
  result: keyResult,
  run: async ({ key_id, ...terms }, context, { maxRequestsPerMinute, ...needs }: KeyNeeds) => {
    const { brand_id, audience } = await requireKey(context, key_id);
    await checkKeyTerms(context, { key_id, brand_id, audience }, terms, maxRequestsPerMinute);
    const handled = await context.handle(accessKeyDecider, key_id, { type: 'UpdateKey', terms }, { brand_id });
    return whenChanged(handled, key_id, needs);
  },
});

const revokeKey = defineCommand({
  type: 'RevokeKey',
  audiences: ['platform', 'venue'],
  summary: 'Ends a key for good.',
  input: z.object({ key_id: uuid() }),
  result: keyResult,
  run: async ({ key_id }, context, needs: KeyNeeds) => {
    const { brand_id } = await requireKey(context, key_id);
    const command = { type: 'RevokeKey', at: context.occurred_at } as const;
    const handled = await context.handle(accessKeyDecider, key_id, command, { brand_id });
    return whenChanged(handled, key_id, needs);
  },
});

/** The outcome, when no process uses the old state of the key any more. */
const whenChanged = async (
  handled: Pick<Handled<AccessKey | null, AccessKeyEvent>, 'events' | 'position' | 'duplicate'>,
  key_id: string,
  { lease, beginWait }: Pick<KeyNeeds, 'lease' | 'beginWait'>,
) => {
  if (handled.position !== null) beginWait(handled.position);
  // Also if nothing was recorded: a crash may have come between the event and this step.
  await lease.changed(key_id);
  return outcome(handled, () => ({ id: key_id, key_id }));
};

export const keyChangeCommands: readonly CommandDefinition<KeyNeeds>[] = [updateKey, revokeKey];
