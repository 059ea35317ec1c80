/**
 * What a key can order at a point, and for how much. The read side makes it from the catalogue, the point's prices, the
 * showcase and the stop-list. All prices of orders come from here.
 */
export interface PriceBook {
  /** Undefined if the product is absent, inactive, withdrawn from sale at the point or in a closed section. */
  product(productId: number): SellableProduct | undefined;
}

export interface SellableProduct {
  readonly product_id: number;
  readonly name: string;
  readonly category_id: number | null;
  readonly price: number;
  readonly cost: number | null;
  readonly is_divisible: boolean;
  /** A modifier can be ordered only inside a product. */
  readonly is_modifier: boolean;
  readonly modifier_groups: readonly ModifierGroup[];
  /** The units that are left by the stop-list. 0: it cannot be ordered. Null: it is not limited. */
  readonly available_quantity: number | null;
  /** The log did not know it at the time of the sale: what the till says of it counts. */
  readonly was_unknown?: true;
}

export interface ModifierGroup {
  readonly id: number;
  readonly name: string;
  /** Bounds on the units chosen in the group; max 0 = no upper bound. */
  readonly min: number;
  readonly max: number;
  readonly required: boolean;
  readonly items: readonly ModifierGroupItem[];
}

export interface ModifierGroupItem {
  readonly product_id: number;
  /** Bounds on the units of this item, if it is chosen; max 0 = no upper bound. */
  readonly min_amount: number;
  readonly max_amount: number;
}
