import type { Ordering } from '../orders/ordering.ts';

/** What the commands about loyalty need beyond their context. */
export type LoyaltyNeeds = Pick<Ordering, 'loyalty' | 'units' | 'charges'>;
