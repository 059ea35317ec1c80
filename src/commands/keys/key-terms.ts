import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { KEY_PERMISSIONS, type KeyAudience, type KeyTerms, OPERATOR_CONFIRMATIONS } from '../../domain/keys/events.ts';
import { showcaseDecider } from '../../domain/menu/showcase/decide.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import { id, instant, integer, name, uuid } from '../fields/fields.ts';
import { requireBrand, requirePointOfBrand } from '../points/require-point.ts';

const distinct = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .transform((items) => [...new Set(items)]);

/** The terms of a key in a request; missing ones stay undefined. */
export const keyTermsInput = z.object({
  name: name().optional(),
  permissions: distinct(z.enum(KEY_PERMISSIONS), 10).optional(),
  // Never empty: that could mean "no point" or "every point", and one of the two is a leak.
  point_ids: z
    .array(uuid())
    .min(1)
    .max(1_000)
    .transform((ids) => [...new Set(ids)])
    .nullish(),
  expires_at: instant().nullish(),
  auto_confirm: z.boolean().optional(),
  operator_confirmation: z.enum(OPERATOR_CONFIRMATIONS).optional(),
  source_id: integer().min(0).max(1_000_000_000).optional(),
  requests_per_minute: integer().min(1).max(1_000_000).nullish().meta({
    description: 'Null: the usual limit. A key of a venue may give at most what the operator allows, 12 000 unless set',
  }),
  showcase_ids: distinct(id(), 100).optional(),
  default_order_type_sub_ids: z.partialRecord(z.enum(['1', '2', '3']), id()).optional(),
});

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
