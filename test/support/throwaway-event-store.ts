import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tempFolder } from './temp-folder.ts';

const START_WITHIN_MS = 60_000;

export interface ThrowawayEventStore {
  readonly url: string;
  /** SIGKILL, and started again at the same port with the same folder; resolves when it is live. */
  kill(): Promise<void>;
  /** SIGSTOP, until `thaw` sends SIGCONT. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** True where the tests keep their events in EventStoreDB; see docs/testing.md. */
export const onEventStoreDb = Boolean(process.env.EVENTSTOREDB_COMMAND);

/**
 * An empty EventStoreDB of its own, for one test database: the log is all that a server holds, and read models begin at
 * its first event. Undefined unless EVENTSTOREDB_COMMAND says how a server is started.
 */
export const startThrowawayEventStore = async (): Promise<ThrowawayEventStore | undefined> => {
  const command = process.env.EVENTSTOREDB_COMMAND;
  if (!command) return undefined;
  const port = await freePort();
  const folder = join(await tempFolder(), 'eventstoredb');
  // The shell outlives neither the test nor the run: its input ends with both, and then its group gets the signal.
  const script = `( ${command}\n) < /dev/null & cat > /dev/null; trap '' TERM; kill -TERM 0; wait`;
  const launch = () =>
    spawn('sh', ['-c', script], {
      detached: true,
      env: { ...process.env, EVENTSTOREDB_PORT: String(port), EVENTSTOREDB_DIR: folder },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  let shell = launch();
  let ended = once(shell, 'exit');
  const signal = (name: NodeJS.Signals): boolean => process.kill(-shell.pid!, name);
  const stop = async (): Promise<void> => {
    signal('SIGCONT');
    shell.stdin?.end();
    await ended;
  };
  const untilLive = async (): Promise<void> => {
    const url = `http://127.0.0.1:${port}/health/live`;
    for (const deadline = Date.now() + START_WITHIN_MS; !(await isLive(url)); await delay(100)) {
      if (Date.now() < deadline) continue;
      await stop();
      throw new Error(`EVENTSTOREDB_COMMAND: no server on port ${port} after ${START_WITHIN_MS / 1_000} s`);
    }
  };
  await untilLive();
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    kill: async () => {
      signal('SIGKILL');
      await ended;
      shell = launch();
      ended = once(shell, 'exit');
      await untilLive();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop,
  };
};

const isLive = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).status === 204;
  } catch {
    return false;
  }
};

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
};
