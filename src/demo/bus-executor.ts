import type { CommandBus } from '../commands/bus/command-bus.ts';
import type { Secrets } from '../commands/keys/key-needs.ts';
import type { Execute } from './steps.ts';

/** The correlation id of everything that the seed records. */
const CORRELATION = 'demo-seed';

/** Executes through a command bus. It issues the API key that the caller names, never a random one. */
export const executeThroughBus = (
  openBus: (secrets: Secrets) => CommandBus,
  hashApiKey: Secrets['hashApiKey'],
): Execute => {
  const mintNone = (): string => {
    throw new Error('the demo issues known keys only');
  };
  const bus = openBus({ hashApiKey, mintApiKey: mintNone });
  return (caller, type, body, apiKey) => {
    const used = apiKey === undefined ? bus : openBus({ hashApiKey, mintApiKey: () => apiKey });
    return used.execute(caller, type, body, CORRELATION);
  };
};
