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
  // The shell hands signals on to the server. It outlives neither the test nor the run: its input ends with both, and then its
  // group gets SIGTERM. It is never stopped itself: what is frozen ends with the run, too.
  const script = [
    `( ${command}\n) < /dev/null &`,
    'while read -r name; do kill -s "$name" $!; done',
    `trap '' TERM; kill -s CONT $!; kill -s TERM 0; wait`,
  ].join('\n');
  const launch = () =>
    spawn('sh', ['-c', script], {
      detached: true,
      env: { ...process.env, EVENTSTOREDB_PORT: String(port), EVENTSTOREDB_DIR: folder },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  let shell = launch();
  let ended = once(shell, 'exit');
  const signal = (name: 'KILL' | 'STOP' | 'CONT'): void => void shell.stdin?.write(`${name}\n`);
  const stop = async (): Promise<void> => {
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
      signal('KILL');
      await stop();
      shell = launch();
      ended = once(shell, 'exit');
      await untilLive();
    },
    freeze: () => signal('STOP'),
    thaw: () => signal('CONT'),
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
