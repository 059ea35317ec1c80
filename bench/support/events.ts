import { type Events, openEvents } from '../../src/wiring/open-events.ts';
import type { TestDatabase } from '../../test/support/database.ts';
import { PERSONAL_DATA_KEY } from '../../test/support/events.ts';

/** The log of a database of the bench, as the app opens it: tests also hold each event to its schema, which costs more than the rest. */
export const openBenchEvents = ({ pool, url, eventStoreUrl }: Omit<TestDatabase, 'drop'>): Promise<Events> =>
  openEvents({ pool, databaseUrl: url, eventStoreUrl, personalDataKey: PERSONAL_DATA_KEY });
