import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = new URL('../../', import.meta.url).pathname;

/** The app as a user starts it: a process of its own with its own embedded Postgres, that a test may kill. */
export interface AppProcess {
  readonly url: string;
  /** Starts it and resolves when /health/ready says so. Throws with what it printed when it ends instead. */
  start(): Promise<void>;
  /** SIGKILL, no chance to clean up; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP: it stands still, and its connections stay open. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** SIGKILL for the Postgres server it started. */
  killPostgres(): void;
  /** As Ctrl-C at npm does, which hands on the signal that reached the app already; answers the exit code. */
  stop(): Promise<number | null>;
}

/** `stdout`: a file descriptor that is its standard output; else what it prints is kept for errors. */
export const createAppProcess = async (
  dataDir: string,
  env: Record<string, string> = {},
  stdout: number | 'pipe' = 'pipe',
): Promise<AppProcess> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  const isReady = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/health/ready`)).ok;
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
      const started = spawn(process.execPath, ['src/main.ts'], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...env },
        stdio: ['ignore', stdout, 'pipe'],
      });
      child = started;
      output = '';
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-10_000);
        });
      }
      const deadline = Date.now() + 25_000;
      while (!(await isReady())) {
        if (started.exitCode !== null) throw new Error(`the app ended with ${started.exitCode}:\n${output}`);
        if (Date.now() > deadline) throw new Error(`the app is not ready after 25 s:\n${output}`);
        await delay(25);
      }
    },
    kill: async () => {
      await end('SIGKILL');
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    killPostgres: () => {
      const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
    },
    stop: async () => {
      const ended = end('SIGINT');
      await delay(20);
      child?.kill('SIGINT');
      return ended;
    },
  };
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
};
