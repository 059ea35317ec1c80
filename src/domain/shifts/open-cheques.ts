/** A cheque of the point that the till has accepted and that is neither closed nor deleted. */
export interface OpenCheque {
  readonly order_id: number;
  readonly table_id: number | null;
  readonly waiter_id: number | null;
  readonly total_amount: number;
}

/** All of them, and the first ones by name. */
export interface OpenCheques {
  readonly count: number;
  /** What they come to. */
  readonly amount: number;
  readonly cheques: readonly OpenCheque[];
}

export const NO_OPEN_CHEQUES: OpenCheques = { count: 0, amount: 0, cheques: [] };
