import { test } from 'vitest';
import { describeEventStore } from './describe-event-store.ts';
import { findRealServer } from './real-eventstoredb.ts';

const found = await findRealServer();

if (typeof found === 'string') {
  process.stdout.write(`EventStoreDB contract tests against a real server left out: ${found}\n`);
  test.skip('the contract of the event store runs on a real EventStoreDB', () => {});
} else {
  describeEventStore('event store on EventStoreDB (real server)', async () => found, { events: 50_000 });
}
