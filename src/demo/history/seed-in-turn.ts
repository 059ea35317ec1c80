import type { Logger } from 'pino';
import { hashApiKey } from '../../api/http/api-keys.ts';
import { PLATFORM_KEY } from '../../api/key-directory.ts';
import { createTurns } from '../../commands/loop/turns.ts';
import type { Tillstream } from '../../tillstream.ts';
import { executeThroughBus } from '../bus-executor.ts';
import { seedDemo } from '../seed.ts';

/**
 * Seeds the demo brand one command after another, so that its ids, and later the history, are the same on every
 * machine.
 */
export const seedInTurn = async ({ openBus, keys, shown, store }: Tillstream, log: Logger): Promise<void> => {
  const execute = executeThroughBus(openBus, hashApiKey);
  const inTurn = createTurns();
  await seedDemo({
    execute: (...command) => inTurn('seed', () => execute(...command)),
    platform: PLATFORM_KEY,
    keyExists: async (apiKey) => (await keys.byHash(hashApiKey(apiKey))) !== undefined,
    log,
  });
  await shown(await store.head());
};
