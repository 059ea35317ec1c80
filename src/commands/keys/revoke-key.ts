import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { keyResult } from '../bus/results.ts';
import { uuid } from '../fields/fields.ts';
import type { KeyNeeds } from './key-needs.ts';
import { requireKey } from './own-key.ts';

export const revokeKey = defineCommand({
  type: 'RevokeKey',
  audiences: ['platform', 'venue'],
  summary: 'Ends a key for good.',
  input: z.object({ key_id: uuid() }),
  result: keyResult,
  run: async ({ key_id }, context, { lease }: KeyNeeds) => {
    const { brand_id } = await requireKey(context, key_id);
    const command = { type: 'RevokeKey', at: context.occurred_at } as const;
    const handled = await context.handle(accessKeyDecider, key_id, command, { brand_id });
    // Also if nothing was recorded: a crash may have come between the event and this step.
    await lease.changed(key_id);
    return outcome(handled, () => ({ id: key_id, key_id }));
  },
});
