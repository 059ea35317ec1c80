import type { ChequeClosed } from './events.ts';

/** Points that a closed cheque was paid with. */
export const redeemedBy = ({ payments }: Pick<ChequeClosed, 'payments'>) => {
  const held = payments.filter(({ loyalty }) => loyalty?.operation_id);
  const loyalty = held[0]?.loyalty;
  if (!loyalty?.operation_id) return null;
  const amount = held.reduce((sum, payment) => sum + payment.amount, 0);
  return { ...loyalty, operation_id: loyalty.operation_id, amount };
};
