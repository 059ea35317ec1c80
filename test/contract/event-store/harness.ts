import type { EventStore } from '../../../src/event-store/event-store.ts';

export type Adapter = 'postgres' | 'eventstoredb';

/** A running server to try an adapter on. Its log may hold events already; nothing else writes to it. */
export interface StoreHarness {
  readonly adapter: Adapter;
  readonly url: string;
  /** Opens the adapter at the server's own address, or at that of a proxy in front of it. The test closes it. */
  open(url?: string): EventStore;
  /** Breaks every connection of the adapter and, where it can, restarts the server. The log stays. */
  interrupt(): Promise<void>;
  stop(): Promise<void>;
}

export interface SuiteOptions {
  /** Events that 24 writers append in the load test. CONTRACT_EVENTS overrides it. */
  readonly events: number;
}

/** What the groups of the suite are given: the harness exists only once the tests run. */
export interface SuiteContext extends SuiteOptions {
  harness(): StoreHarness;
  /** One store for all tests that need no other. */
  store(): EventStore;
}
