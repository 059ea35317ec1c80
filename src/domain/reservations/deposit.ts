/**
 * What becomes of a deposit (docs/reservations.md). It counts as paid from the moment that the reservation has it: it is `held`. When
 * the guests sit, it is `applied`: from then on it is a payment of their cheque. If that cheque is deleted, it is `held`
 * again. One that no cheque uses ends as `retained` or `refunded`.
 */
export const DEPOSIT_STATUSES = ['held', 'applied', 'retained', 'refunded'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** The amount of a deposit, and what it was paid by. */
export interface PaidDeposit {
  readonly amount: number;
  readonly payment_type_id: number;
}

/** The deposit in its new status. Null: the reservation has none. */
export const depositAs = (status: DepositStatus, deposit: PaidDeposit | null) =>
  deposit && { amount: deposit.amount, payment_type_id: deposit.payment_type_id, status };
