import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { createCodec } from '../../src/event-store/codec.ts';
import type { PersonalData } from '../../src/event-store/personal-data.ts';
import { type Events, openEvents } from '../../src/wiring/open-events.ts';
import type { TestDatabase } from './database.ts';

/** AUDIT_SIGNING_KEY of apps of tests: all that share a log sign it with one key. */
export const AUDIT_SIGNING_KEY = Buffer.alloc(32, 'a signing key of tests').toString('base64');
/** PERSONAL_DATA_KEY of tests and of the bench. */
export const PERSONAL_DATA_KEY = Buffer.alloc(32, 'a key of tests').toString('base64');

/** The log of a test database, as the app opens it. */
export const openTestEvents = (
  { pool, url, eventStoreUrl }: Omit<TestDatabase, 'drop'>,
  personalDataKey = PERSONAL_DATA_KEY,
): Promise<Events> => openEvents({ pool, databaseUrl: url, eventStoreUrl, personalDataKey, holdsToSchemas: true });

/** Seals nothing but the place: for tests that are about something else, on a log of their own. */
const openly: PersonalData = {
  generation: 0,
  seal: async (parts) =>
    parts.map(({ content }) => ({ subject: 'nobody', sealed: JSON.stringify(content), isSame: false })),
  open: async (parts) => parts.map(({ sealed }) => JSON.parse(sealed)),
};

/** The codec without keys. */
export const openCodec = createCodec(eventCatalogue, openly, { holdsToSchemas: true });
