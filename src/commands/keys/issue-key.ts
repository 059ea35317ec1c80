import { accessKeyDecider } from '../../domain/keys/decide.ts';
import type { KeyAudience } from '../../domain/keys/events.ts';
import { forbidden, invalid, notFound } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { shownOnce } from '../bus/results.ts';
import { requireBrand } from '../points/require-point.ts';
import { newKeyInput } from './key-input.ts';
import type { KeyNeeds } from './key-needs.ts';
import { checkKeyTerms } from './key-terms.ts';
import { keyResult } from './own-key.ts';

export const issueKey = defineCommand({
  type: 'IssueKey',
  audiences: ['platform', 'venue'],
  summary:
    'Issues an access key. The answer shows it this once: only its hash is stored, so a repeat has null instead.',
  input: newKeyInput,
  result: keyResult.extend({ api_key: shownOnce() }),
  shown_once: 'api_key',
  run: async ({ brand_id: givenBrandId, audience, ...terms }, context, needs: KeyNeeds) => {
    const { secrets, maxRequestsPerMinute, noteIssued } = needs;
    const brand_id = await brandOfNewKey(context, audience, givenBrandId);
    // The label includes the caller: the platform and a brand may happen to use the same command_id.
    const key_id = context.newUuid('key');
    await checkKeyTerms(context, { key_id, brand_id, audience }, terms, maxRequestsPerMinute);

    const api_key = secrets.mintApiKey();
    const key_hash = secrets.hashApiKey(api_key);
    const key = {
      key_id,
      brand_id,
      audience,
      key_hash,
      name: terms.name,
      permissions: terms.permissions ?? [],
      point_ids: terms.point_ids ?? null,
      expires_at: terms.expires_at ?? null,
      auto_confirm: terms.auto_confirm ?? false,
      operator_confirmation: terms.operator_confirmation ?? 'none',
      source_id: terms.source_id ?? 0,
      requests_per_minute: terms.requests_per_minute ?? null,
      showcase_ids: terms.showcase_ids ?? [],
      default_order_type_sub_ids: terms.default_order_type_sub_ids ?? {},
      issued_at: context.occurred_at,
    };
    await noteIssued(key_hash, key_id);
    const handled = await context.handle(accessKeyDecider, key_id, { type: 'IssueKey', key }, { brand_id });
    return outcome(handled, () => ({
      id: key_id,
      key_id,
      // `duplicate` does not tell it: each of two requests at once makes a key, and only one of the keys is recorded.
      api_key: handled.state?.key_hash === key_hash ? api_key : null,
    }));
  },
});

/** The platform names the brand. A venue issues keys for its own brand, to partners only. */
const brandOfNewKey = async (
  context: CommandContext,
  audience: KeyAudience,
  brandId: string | null | undefined,
): Promise<string> => {
  if (context.caller.audience === 'platform') {
    if (!brandId) throw invalid('field_required', { field: 'brand_id' });
    return (await requireBrand(context, brandId)).brand_id;
  }
  if (audience !== 'partner') throw forbidden('audience_forbidden');
  requireWholeBrand(context);
  if (brandId && brandId !== context.brand_id) throw notFound('brand_not_found');
  return context.brand_id;
};
