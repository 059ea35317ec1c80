import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { bundled, withSourcePlaces } from './bundle.ts';
import { logEnv } from './log.ts';
import { freePort, startThrowawayEventStore, type ThrowawayEventStore } from './throwaway-event-store.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
/** By data folder: processes of one folder share the log. */
const eventStores = new Map<string, Promise<ThrowawayEventStore | undefined>>();

/** The demo's own guests would come between what a test does and what it sees. */
const QUIET = { DEMO_LIFE: 'off' };

/** Three seconds on a machine with nothing else to do; tests have time limits of their own. */
const START_WITHIN_MS = 60_000;

/** A start fills the room for young objects several times, if that room begins small. */
const ROOM_TO_START = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-parallel-scavenge'];
/** To ask costs the one who waits half a millisecond. */
const POLL_MS = 50;

/** The app as a user starts it: a process of its own, with its own embedded Postgres unless `env` names another. */
export interface AppProcess {
  readonly url: string;
  /** Starts it and resolves when /health/ready says so. Throws with what it printed when it ends instead. */
  start(): Promise<void>;
  /** SIGKILL, no chance to clean up; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP: it does nothing more, and keeps all its connections, until `thaw` sends SIGCONT. */
  freeze(): void;
  thaw(): void;
  isRunning(): boolean;
  /** Reaches a script that listens for messages of its parent. */
  tell(message: object): void;
  /** The end of what it has printed since its start. */
  output(): string;
  /** SIGKILL for the Postgres server it started. */
  killPostgres(): void;
  /** SIGTERM, once; answers the exit code. */
  terminate(): Promise<number | null>;
  /** As Ctrl-C at npm does, which hands on the signal that reached the app already; answers the exit code. */
  stop(): Promise<number | null>;
}

export interface AppProcessOptions {
  /** Another entry than src/main.ts, of those that `bundled` takes. It gets a channel to its parent. */
  readonly script?: string;
  /** As `npm start` starts it: the sources themselves, with its flags. Left out: the bundle, which starts sooner. */
  readonly shipped?: boolean;
  readonly onMessage?: (message: unknown) => void;
  /** A file descriptor that is its standard output; else what it prints is kept for errors. */
  readonly stdout?: number;
}

export const createAppProcess = async (
  dataDir: string,
  env: Record<string, string> = {},
  { script, shipped = false, onMessage = () => {}, stdout }: AppProcessOptions = {},
): Promise<AppProcess> => {
  const eventStoreUrl = env.DATABASE_URL ? undefined : await eventStoreOf(dataDir);
  const args = shipped ? npmStart() : [...ROOM_TO_START, await bundled(script ?? 'src/main.ts')];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  const printed = () => withSourcePlaces(output);

  const isReady = async (): Promise<boolean> => {
    try {
      // Not fetch, as in http-client.ts: it is asked some fifty times at each start.
      const { statusCode, body } = await request(`${url}/health/ready`);
      await body.dump();
      return statusCode === 200;
    } catch {
      return false;
    }
  };

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    ending.kill(signal);
    await once(ending, 'exit');
    return ending.exitCode;
  };

  return {
    url,
    start: async () => {
      const started = spawn(process.execPath, args, {
        cwd: ROOT,
        env: {
          ...logEnv({ eventStoreUrl }),
          DATA_DIR: dataDir,
          PORT: String(port),
          LOG_LEVEL: 'warn',
          ...QUIET,
          ...env,
        },
        stdio: ['ignore', stdout ?? 'pipe', 'pipe', ...(script === undefined ? [] : (['ipc'] as const))],
      });
      child = started;
      started.on('message', onMessage);
      output = '';
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-10_000);
        });
      }
      const deadline = Date.now() + START_WITHIN_MS;
      while (!(await isReady())) {
        if (started.exitCode !== null) throw new Error(`the app ended with ${started.exitCode}:\n${printed()}`);
        if (Date.now() > deadline) throw new Error(`the app is not ready after ${START_WITHIN_MS} ms:\n${printed()}`);
        await delay(POLL_MS);
      }
    },
    kill: async () => {
      await end('SIGKILL');
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    tell: (message) => {
      // A process that dies at this moment has no use for it.
      if (child?.connected) child.send(message, () => {});
    },
    output: printed,
    killPostgres: () => {
      const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
    },
    terminate: () => end('SIGTERM'),
    stop: async () => {
      const ended = end('SIGINT');
      await delay(20);
      child?.kill('SIGINT');
      return ended;
    },
  };
};

/** What `npm start` gives to node: its flags, and the file. */
const npmStart = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return scripts.start.replace(/^.*exec node /, '').split(' ');
};

/** The EventStoreDB that goes with a data folder, on a run that is for EventStoreDB. It ends with the run. */
export const eventStoreOf = async (dataDir: string): Promise<string | undefined> => {
  if (!eventStores.has(dataDir)) eventStores.set(dataDir, startThrowawayEventStore());
  return (await eventStores.get(dataDir))?.url;
};
