/** What a cart asks for. Prices in a request are ignored, so they are not here. */
export interface RequestedItem {
  readonly product_id: number;
  readonly quantity: number;
  readonly comment?: string | null | undefined;
  readonly modifiers?: readonly RequestedModifier[] | null | undefined;
}

export interface RequestedModifier {
  readonly product_id: number;
  /** Units for each unit of the parent. */
  readonly quantity: number;
}
