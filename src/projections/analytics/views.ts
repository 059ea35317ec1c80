import { dimensions } from './dimensions.ts';
import { salesFacts } from './facts-sales.ts';
import { venueFacts } from './facts-venue.ts';
import type { AnalyticsView } from './view.ts';

/** Every view of schema `analytics`. What is not named here is not made, not documented and not granted. */
export const analyticsViews: readonly AnalyticsView[] = [...salesFacts, ...venueFacts, ...dimensions];
