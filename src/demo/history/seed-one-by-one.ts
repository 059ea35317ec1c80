import type { Logger } from 'pino';
import { hashApiKey } from '../../api/http/api-keys.ts';
import { PLATFORM_KEY } from '../../api/key-directory.ts';
import { createNamedQueues } from '../../concurrency/named-queues.ts';
import type { Tillstream } from '../../tillstream.ts';
import { executeThroughBus } from '../bus-executor.ts';
import { seedDemo } from '../seed.ts';

/**
 * Seeds the demo brand one command after another, so that its ids, and later the history, are the same on every
 * machine.
 */
export const seedOneByOne = async (
  { openBus, keys, shown, store }: Tillstream,
  log: Logger,
  picturesAt?: string,
): Promise<void> => {
  const execute = executeThroughBus(openBus, hashApiKey);
  const inQueue = createNamedQueues();
  await seedDemo({
    execute: (...command) => inQueue('seed', () => execute(...command)),
    platform: PLATFORM_KEY,
    keyExists: async (apiKey) => (await keys.byHash(hashApiKey(apiKey))) !== undefined,
    log,
    picturesAt,
  });
  await shown(await store.head());
};
