import { expect, test } from 'vitest';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';
import { streamCategories } from '../../../src/domain/stream-categories.ts';
import { StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { openEventStore } from '../../../src/event-store/open-event-store.ts';
import { createTestDatabase } from '../../support/database.ts';

test('an EventStoreDB that does not answer is told at the start', async () => {
  const { url, pool, drop } = await createTestDatabase();
  // Nobody listens on port 1.
  const kinds = { catalogue: eventCatalogue, categories: streamCategories };
  const options = { pool, databaseUrl: url, eventStoreUrl: 'esdb://127.0.0.1:1?tls=false', ...kinds };
  await expect(openEventStore(options)).rejects.toThrow(StoreUnavailable);
  await drop();
});
