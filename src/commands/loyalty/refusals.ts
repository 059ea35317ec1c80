import { conflict, notFound, type Refusal } from '../../domain/refusal.ts';
import type { LoyaltyAnswer } from './loyalty-service.ts';

/** What the caller is told when the service does not do it. */
export const refusalOf = (answer: Exclude<LoyaltyAnswer, { kind: 'done' }>, asked: 'customer' | 'hold'): Refusal => {
  if (answer.kind === 'failed') return conflict('loyalty_did_not_answer');
  const message = answer.words ?? `HTTP ${answer.status_code}`;
  const isUnknown = asked === 'customer' && answer.status_code === 404;
  return isUnknown ? notFound('loyalty_customer_not_found', { message }) : conflict('loyalty_refused', { message });
};
