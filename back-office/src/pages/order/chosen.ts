import type { Dish } from '../../reading/menu.ts';

/** What was chosen of a dish. `modifiers`: ids of products, by the id of their group. */
export interface Chosen {
  readonly quantity: number;
  readonly modifiers: Readonly<Record<number, readonly string[]>>;
  readonly comment: string;
}

export const NOTHING: Chosen = { quantity: 0, modifiers: {}, comment: '' };

/** Whether every group has what it needs at least. */
export const isWhole = ({ groups }: Dish, { modifiers }: Chosen): boolean =>
  groups.every(({ id, min }) => (modifiers[id]?.length ?? 0) >= min);

/** The item of AddItems. */
export const itemOf = ({ id, groups }: Dish, { quantity, modifiers, comment }: Chosen) => ({
  product_id: id,
  quantity,
  comment: comment.trim() || null,
  modifiers: groups.flatMap((group) =>
    (modifiers[group.id] ?? []).map((modifier) => ({ product_id: Number(modifier), quantity: 1 })),
  ),
});
