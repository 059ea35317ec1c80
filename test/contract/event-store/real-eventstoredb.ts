import { request } from 'node:http';
import type { StoreHarness } from './harness.ts';
import { openStore } from './open-store.ts';
import { startWire } from './wire.ts';

const IMAGE = process.env.EVENTSTOREDB_IMAGE ?? 'eventstore/eventstore:23.10.6-jammy';
const HTTP_PORT = 2113;

/**
 * A real server, at EVENTSTOREDB_URL (without TLS) or in a container where a Docker engine answers. Otherwise, in one
 * line, why there is none.
 */
export const findRealServer = async (): Promise<StoreHarness | string> => {
  const url = process.env.EVENTSTOREDB_URL;
  if (url) return harnessAt(url, async () => {});
  if (!(await dockerAnswers())) return 'set EVENTSTOREDB_URL or start Docker';
  try {
    return await startContainer();
  } catch (error) {
    return `no container of ${IMAGE} could be started (${String(error).split('\n', 1)})`;
  }
};

const startContainer = async (): Promise<StoreHarness> => {
  // Loaded only here: it takes a second.
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_MEM_DB: 'true',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
    })
    .withExposedPorts(HTTP_PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', HTTP_PORT).forStatusCode(204))
    .withStartupTimeout(120_000)
    .start();
  const url = `esdb://${container.getHost()}:${container.getMappedPort(HTTP_PORT)}?tls=false`;
  return harnessAt(url, async () => void (await container.stop()));
};

/** Its connections are broken on a wire in front of it: a server that is not ours is not restarted. */
const harnessAt = async (url: string, stop: () => Promise<void>): Promise<StoreHarness> => {
  const wire = await startWire(url);
  return {
    adapter: 'eventstoredb',
    url,
    open: (address = wire.url) => openStore('eventstoredb', address),
    interrupt: async () => {
      await wire.down();
      await wire.up();
    },
    stop: async () => {
      await wire.close();
      await stop();
    },
  };
};

const dockerAnswers = (): Promise<boolean> =>
  new Promise((resolve) => {
    const host = process.env.DOCKER_HOST;
    const address = host?.startsWith('tcp:')
      ? { host: new URL(host).hostname, port: new URL(host).port }
      : { socketPath: host?.replace('unix://', '') ?? '/var/run/docker.sock' };
    const ping = request({ ...address, path: '/_ping', timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.end();
  });
