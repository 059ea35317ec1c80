import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { processesOf } from '../../test/support/server-processes.ts';

/** Which processors this process may use, as Linux lists them ("0-3,6"). Null: the system does not say. */
const ownProcessors = (): string | null => {
  try {
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
};

/** "0-2,5" is 0, 1, 2 and 5. */
export const processorsIn = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last! - first! + 1 }, (_, at) => first! + at);
  });

/** With all of its threads. What it starts later stays there too. */
const keepOn = (list: string, pid: number): void => {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, `${pid}`], { stdio: 'ignore' });
};

/** Of a server some processes come and go meanwhile; those that it starts from now on are where the first one is. */
const keepServerOn = async (list: string, url: string): Promise<void> => {
  const [postmaster, ...children] = await processesOf(url);
  keepOn(list, postmaster!);
  for (const pid of children) {
    try {
      keepOn(list, pid);
    } catch {
      // It has ended.
    }
  }
};

/** More than the caches of a processor hold, as what a report reads. */
const SORT = 'const numbers = new Float64Array(4e6); for (;;) numbers.map(Math.random).sort();';

const startStrangers = (list: string): (() => Promise<void>) => {
  const programs = [1, 2].map(() => spawn('taskset', ['--cpu-list', list, process.execPath, '-e', SORT]));
  return async () => {
    for (const program of programs) program.kill('SIGKILL');
    await Promise.all(programs.map((program) => once(program, 'exit')));
  };
};

export interface TwoMachines {
  /** Which processors each has, in words. */
  readonly are: string;
  /** Starts two programs on the replica's machine that work on memory without end. Ends them when called. */
  strangers(): () => Promise<void>;
  /** All may use every processor again. */
  rejoin(): Promise<void>;
}

/**
 * As if the replica were another machine: its processes have the last processor for themselves, and this process, what it
 * starts from now on, and the primary have the others. Null where that can't be done: one processor, or no `taskset`.
 */
export const asTwoMachines = async (primaryUrl: string, replicaUrl: string): Promise<TwoMachines | null> => {
  const all = ownProcessors();
  const processors = all === null ? [] : processorsIn(all);
  if (all === null || processors.length < 2) return null;
  const others = processors.slice(0, -1).join(',');
  const last = `${processors.at(-1)}`;
  const place = async (here: string, replica: string): Promise<void> => {
    keepOn(here, process.pid);
    await keepServerOn(here, primaryUrl);
    await keepServerOn(replica, replicaUrl);
  };
  try {
    await place(others, last);
  } catch {
    await place(all, all).catch(() => {});
    return null;
  }
  return {
    are: `replica on processor ${last}, all else on ${others}`,
    strangers: () => startStrangers(last),
    rejoin: () => place(all, all),
  };
};
