import type pg from 'pg';
import type { Route } from '../../http/route.ts';
import { accessVenueLists, venueLoyaltyRoute } from './access.ts';
import { entryVenueLists } from './entries.ts';
import { listRoutes, type VenueList } from './list.ts';
import { menuVenueLists } from './menu.ts';
import { partyVenueLists } from './parties.ts';
import { placeVenueLists } from './places.ts';
import { referenceVenueLists } from './references.ts';

/** Everything that a brand defines, list by list. */
export const venueLists: readonly VenueList[] = [
  ...placeVenueLists,
  ...referenceVenueLists,
  ...menuVenueLists,
  ...accessVenueLists,
  ...partyVenueLists,
  ...entryVenueLists,
];

/** The venue reads back what it defined. */
export const venueListRoutes = (pool: pg.Pool): Route[] => [
  ...venueLists.flatMap((list) => listRoutes(pool, list)),
  venueLoyaltyRoute(pool),
];
