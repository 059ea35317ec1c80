import { accessKeyDecider } from '../../domain/keys/decide.ts';
import type { KeyAudience, KeyTerms } from '../../domain/keys/events.ts';
import { showcaseDecider } from '../../domain/menu/showcase/decide.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireBrand, requirePointOfBrand } from '../points/require-point.ts';

interface KeyOfTerms {
  readonly key_id: string;
  readonly brand_id: string;
  readonly audience: KeyAudience;
}

type References = { readonly [Term in keyof KeyTerms]?: KeyTerms[Term] | undefined };

/**
 * Checks that a venue gives no more requests than `max` (400), that no auditor's key is limited to points (400), and
 * that everything the terms name is the brand's: points (404), menus (404) and order sub-types of their order type
 * (400). A command that was carried out before is not checked again: these things may have changed since.
 */
export const checkKeyTerms = async (
  context: Pick<CommandContext, 'caller' | 'load' | 'recorded'>,
  { key_id, brand_id: brandId, audience }: KeyOfTerms,
  { point_ids, requests_per_minute, showcase_ids, default_order_type_sub_ids }: References,
  max: number,
): Promise<void> => {
  if (await context.recorded(accessKeyDecider, key_id)) return;
  if (context.caller.audience !== 'platform' && (requests_per_minute ?? 0) > max)
    throw invalid('field_too_big', { field: 'requests_per_minute', max });
  // For some points only, the history would have holes, and an auditor could not tell them from losses.
  if (audience === 'auditor' && point_ids) throw invalid('auditor_not_limited', { field: 'point_ids' });
  for (const pointId of point_ids ?? []) await requirePointOfBrand(context, brandId, pointId);
  for (const menu_id of showcase_ids ?? []) {
    const showcase = await context.load(showcaseDecider, menu_id);
    if (showcase?.brand_id !== brandId) throw notFound('menu_not_found', { menu_id });
  }
  const subs = Object.entries(default_order_type_sub_ids ?? {});
  if (subs.length === 0) return;
  const brand = await requireBrand(context, brandId);
  for (const [orderType, subId] of subs) {
    if (brand.order_type_subs[subId]?.order_type_id === Number(orderType)) continue;
    throw invalid('order_type_sub_not_found', { field: `default_order_type_sub_ids.${orderType}` });
  }
};
