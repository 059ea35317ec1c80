import { CASH } from '../../parts/payments.ts';
import type { Shift } from './types.ts';

type Movement = Pick<
  Shift['movements'][number],
  'operation' | 'payment_purpose_name' | 'payment_category_id' | 'payment_type_name'
>;

/**
 * What a movement of a shift is called on paper: what it was for, else what it was. One that is no cash names how it was paid:
 * the cash that is expected in the drawer leaves it out.
 */
export const movementName = (moved: Movement, nameOf: (operation: Movement['operation']) => string): string => {
  const name = moved.payment_purpose_name ?? nameOf(moved.operation);
  const isCash = moved.payment_category_id === null || moved.payment_category_id === CASH;
  return isCash || moved.payment_type_name === null ? name : `${name} (${moved.payment_type_name})`;
};
