/**
 * What can be ordered at a point through a key, at the prices of this moment: a look-up, made by the read side from
 * the catalogue, the point's prices, the showcase and the stop-list. Prices come from here and nowhere else.
 */
export interface PriceBook {
  /** Undefined when the product is absent, inactive, withdrawn from sale at the point or in a closed section. */
  product(productId: number): SellableProduct | undefined;
}

export interface SellableProduct {
  readonly product_id: number;
  readonly name: string;
  readonly category_id: number | null;
  readonly price: number;
  readonly cost: number | null;
  readonly is_divisible: boolean;
  /** A modifier is ordered only inside a product. */
  readonly is_modifier: boolean;
  readonly modifier_groups: readonly ModifierGroup[];
  /** Units left by the stop-list: 0 none, null no restriction. */
  readonly available_quantity: number | null;
}

export interface ModifierGroup {
  readonly id: number;
  readonly name: string;
  /** Bounds on units chosen in the group; max 0 = no upper bound. */
  readonly min: number;
  readonly max: number;
  readonly required: boolean;
  readonly items: readonly ModifierGroupItem[];
}

export interface ModifierGroupItem {
  readonly product_id: number;
  /** Bounds on units of this item, once it is chosen; max 0 = no upper bound. */
  readonly min_amount: number;
  readonly max_amount: number;
}
