import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import type { AccessKey } from '../../domain/keys/state.ts';
import { notFound } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import type { CommandContext } from '../bus/context.ts';

export const keyResult = z.object({ id: z.uuid(), key_id: z.uuid() });

/**
 * A key that the caller may change: any key for the platform, partners' keys of its own brand for a venue. Else
 * key_not_found (404).
 */
export const requireKey = async (context: CommandContext, keyId: string): Promise<AccessKey> => {
  const byPlatform = context.caller.audience === 'platform';
  if (!byPlatform) requireWholeBrand(context);
  const key = await context.load(accessKeyDecider, keyId);
  const isOwn = byPlatform || (key?.brand_id === context.brand_id && key.audience === 'partner');
  if (key === null || !isOwn) throw notFound('key_not_found');
  return key;
};
