/** Test files that are about the Postgres log itself. A run on EventStoreDB leaves them out, and names each. */
export const postgresOnly = [
  'test/contract/move-log.test.ts',
  'test/contract/event-store/postgres.test.ts',
  'test/contract/event-store/append-queue.test.ts',
  'test/contract/event-store/closed-store.test.ts',
  'test/contract/event-store/conditional-appends.test.ts',
  'test/contract/event-store/filtered-reads.test.ts',
  'test/contract/event-store/follow-log.test.ts',
  'test/contract/commands/late-order.test.ts',
  'test/contract/commands/lost-tail.test.ts',
  'test/contract/commands/silent-connection.test.ts',
  'test/upgrade/upgrade.test.ts',
];
