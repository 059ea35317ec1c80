import type { OrderNeeds } from '../orders/order-needs.ts';

/** What the commands about loyalty need beyond their context. */
export type LoyaltyNeeds = Pick<OrderNeeds, 'loyalty' | 'units' | 'charges' | 'reservations'>;
