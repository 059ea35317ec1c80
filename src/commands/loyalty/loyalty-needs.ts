import type { LoyaltyService } from './loyalty-service.ts';

/** What the commands about loyalty need beyond their context. */
export interface LoyaltyNeeds {
  readonly loyalty: LoyaltyService;
}
