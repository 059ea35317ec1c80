import { z } from 'zod';
import { defineWebhookKind, type Notice } from '../../../commands/webhooks/webhook-kind.ts';

const menuChange = z.object({
  point_id: z.uuid().nullable().meta({ description: 'Null: at every point' }),
  menu_ids: z.array(z.int()).meta({ description: 'Menus of the key that may look different now' }),
});

/** To each key with one of these menus (null: with any), of which it is told its own. */
export const menuNotice = (
  point_id: string | null,
  menuIds: readonly number[] | null,
): Notice<z.input<typeof menuChange>> => ({
  to: { with_menu: menuIds },
  point_id,
  ...(point_id === null && { of_each_point: true }),
  data: (own) => ({ point_id, menu_ids: [...own] }),
});

export const MENU_CHANGED = 'menu.changed';

/** The webhook about menus. What a menu shows comes from the catalogue, the showcase, the point and the clock. */
export const kinds = [
  defineWebhookKind({
    event: MENU_CHANGED,
    summary: 'Menus of the key may look different: prices, products, showcases, or the time of a price',
    about_data: 'for a key with a menu: point_id (null: each point), menu_ids: the key’s menus that may look different',
    data: menuChange,
    types: [
      ...(['PricesSet', 'ProductsPutOnSale', 'ProductsWithdrawnFromSale', 'MenuSectionClosed'] as const),
      ...(['MenuSectionOpened', 'CategoryDefined', 'ProductDefined', 'ShowcasePublished'] as const),
    ],
    shown_by: 'catalogue',
    says_look_again: true,
    tells: ({ type, data }) => {
      if (type === 'ShowcasePublished') return [menuNotice(null, [data.menu_id])];
      return [menuNotice('point_id' in data ? data.point_id : null, null)];
    },
  }),
];
