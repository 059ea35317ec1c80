import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { hashApiKey } from '../api/http/api-keys.ts';
import { PLATFORM_KEY } from '../api/key-directory.ts';
import type { Config } from '../config/config.ts';
import { DEMO_KEYS } from '../config/demo-keys.ts';
import type { Tillstream } from '../tillstream.ts';
import { demoFile } from './brand/demo-file.ts';
import { executeThroughBus } from './bus-executor.ts';
import { isLeftToLife } from './life/plan.ts';
import { seedDemo } from './seed.ts';
import { startDemoTill } from './till/demo-till.ts';
import type { PointStaff } from './till/next-step.ts';

/**
 * Seeds the demo brand once, so that every key and menu of it can be used. Answers who works its tills; none while the
 * log has lost events and takes no commands. The process starts all the same, and /health/ready says why it is not
 * ready.
 * @param now milliseconds since the epoch
 * @param picturesAt the app's address, where the pictures of the dishes are; undefined: the dishes get none
 */
export const seedDemoBrand = async (
  tillstream: Tillstream,
  log: Logger,
  picturesAt?: string,
  now = Date.now(),
): Promise<readonly PointStaff[]> => {
  const { openBus, keys, shown, store, logGuard } = tillstream;
  if (logGuard.behind() || logGuard.differs()) return [];
  const { staff } = await seedDemo({
    execute: executeThroughBus(openBus, hashApiKey),
    platform: PLATFORM_KEY,
    keyExists: async (apiKey) => (await keys.byHash(hashApiKey(apiKey))) !== undefined,
    log,
    picturesAt,
    now,
  });
  await shown(await store.head());
  return staff;
};

/** Reads the demo's file, while the start waits for the database. What is wrong with the file, the seeding says. */
export const readDemoAhead = (config: Parameters<typeof picturesAt>[0]): void => {
  try {
    demoFile(picturesAt(config));
  } catch {}
};

/** Where the pictures of the dishes will be. With port 0, any free one, nobody knows it yet. */
export const picturesAt = ({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>) =>
  publicOrigin ?? (port === 0 ? undefined : addressOf(host, port));

/** Works the demo's tills over HTTP, as any till would. The demo's own guests have others who serve them. */
export const runDemoTill = (
  { host, port, demoLife, log }: Pick<Config, 'host' | 'port' | 'demoLife'> & { readonly log: Logger },
  staff: readonly PointStaff[],
): { stop(): Promise<void> } =>
  startDemoTill({
    baseUrl: addressOf(host, port),
    apiKey: DEMO_KEYS.venue,
    staff,
    log,
    ...(demoLife && { leaves: isLeftToLife }),
  });

/** The address at which a client on this machine finds a server that listens there. */
const addressOf = (host: string, port: number): string => `http://${reachable(host)}:${port}`;

const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (!isIPv6(host)) return host;
  return host === '::' ? '[::1]' : `[${host}]`;
};
