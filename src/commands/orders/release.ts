import { toBusinessDate } from '../../domain/local-time.ts';
import type { OrderCommand } from '../../domain/orders/commands.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';

/**
 * Whether a preorder is released on a later business day than the day it was placed. The stop-list may have changed
 * since then (docs/domain.md#orders). `at`: ISO 8601 instant in UTC.
 */
export const isOfEarlierDay = (
  { placed_business_date }: { readonly placed_business_date: string },
  at: string,
  { timezone, business_day_cutoff }: { readonly timezone: string; readonly business_day_cutoff: string },
): boolean => toBusinessDate(at, timezone, business_day_cutoff) > placed_business_date;

/**
 * Releases such a preorder. Takes units of products that became limited since it was placed. If they are short, takes
 * no units and records the shortage.
 */
export const releaseOnLaterDay = async (
  order: Order,
  units: Pick<UnitHolds, 'recheck'>,
  envelope: Envelope,
): Promise<OrderCommand> => {
  const product_ids = await units.recheck(order, envelope);
  return product_ids.length > 0 ? { type: 'FlagShortage', product_ids } : { type: 'ReleasePreorder' };
};
