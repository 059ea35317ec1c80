import type { ProcessCheckpoint } from './checkpoints.ts';
import type { Following } from './following.ts';
import type { Follower } from './process.ts';
import type { Ticking } from './ticking.ts';

export interface ProcessStatus {
  readonly name: string;
  /** Why it is being tried again; null while it works. */
  readonly failure: string | null;
  /** For a follower: everything up to here is done. Null for a ticker. */
  readonly position: number | null;
}

export interface ProcessSources {
  /** All followers, as the database has them. */
  readonly stored: readonly ProcessCheckpoint[];
  /** Those that run in this app process: it knows more of them than is stored. */
  readonly following: readonly Following[];
  readonly tickers: Ticking['tickers'];
}

/** The state of the processes. */
export const statusOf = (
  followers: readonly Follower[],
  { stored, following, tickers }: ProcessSources,
): ProcessStatus[] => {
  const all = new Map<string, ProcessStatus>();
  for (const { name } of followers) {
    const here = following.find((each) => each.name === name);
    const found = here ?? stored.find(({ process }) => process === name);
    if (found) all.set(name, { name, position: found.position, failure: found.failure });
  }
  // A follower and a ticker with the same name are one process.
  for (const { name, failure } of tickers) {
    const follower = all.get(name);
    all.set(name, { name, position: follower?.position ?? null, failure: follower?.failure ?? failure });
  }
  return [...all.values()];
};
