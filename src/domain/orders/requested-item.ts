/** What a till sold a product as. It counts only if the log did not know the product then; partners send no prices. */
interface AsSold {
  readonly price?: number | null | undefined;
  readonly name?: string | null | undefined;
}

/** What a cart asks for. */
export interface RequestedItem extends AsSold {
  readonly product_id: number;
  readonly quantity: number;
  readonly comment?: string | null | undefined;
  readonly modifiers?: readonly RequestedModifier[] | null | undefined;
}

export interface RequestedModifier extends AsSold {
  readonly product_id: number;
  /** Units for each unit of the parent. */
  readonly quantity: number;
}
