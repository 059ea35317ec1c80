import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmaster, readPostmasterPid } from './postmaster.ts';
import type { Cluster } from './server.ts';

const LOOK_EVERY_MS = 250;

/**
 * Starts the server again when it dies while the app lives (killed by hand, or for memory). Its users connect again, so
 * a dead Postgres costs some seconds of service. `stop` resolves when no start is under way.
 */
export const guardServer = (
  cluster: Cluster,
  restart: () => Promise<unknown>,
  log?: { info(message: string): void },
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;

  const isDown = async (): Promise<boolean> => {
    const pid = (await readPostmasterPid(cluster.path))?.pid;
    return !pid || !(await isPostmaster(pid, cluster.path));
  };

  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted || !(await isDown())) continue;
      log?.info('postgres is gone: starting it again');
      // The cause may pass: the next look tries again.
      await restart().catch(() => {});
    }
  };
  const watching = watch();

  return {
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
};
