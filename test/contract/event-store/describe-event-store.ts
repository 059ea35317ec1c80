import { afterAll, beforeAll, describe } from 'vitest';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { describeAppends } from './appends.ts';
import type { StoreHarness, SuiteContext, SuiteOptions } from './harness.ts';
import { describeLarge } from './large.ts';
import { describeLoad } from './load.ts';
import { describePoison } from './poison.ts';
import { describeReads } from './reads.ts';
import { describeResilience } from './resilience.ts';
import { describeSubscriptions } from './subscriptions.ts';

/** What every event store adapter promises, whatever it stores in. Tests of one adapter alone go into `more`. */
export const describeEventStore = <Harness extends StoreHarness>(
  name: string,
  start: () => Promise<Harness>,
  options: SuiteOptions,
  more: (context: { harness(): Harness; store(): EventStore }) => void = () => {},
): void => {
  describe(name, () => {
    let harness: Harness;
    let store: EventStore;
    const context = { ...options, harness: () => harness, store: () => store };

    beforeAll(async () => {
      harness = await start();
      store = harness.open();
    });
    afterAll(async () => {
      await store?.close();
      await harness?.stop();
    });

    const suite: SuiteContext = context;
    describeAppends(suite);
    describePoison(suite);
    describeLarge(suite);
    describeReads(suite);
    describeSubscriptions(suite);
    describeResilience(suite);
    describeLoad(suite);
    more(context);
  });
};
