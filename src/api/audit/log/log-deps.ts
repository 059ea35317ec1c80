import type pg from 'pg';
import type { EventStore } from '../../../event-store/event-store.ts';
import type { Checkpoints, KeptCheckpoint } from '../../../transparency/checkpoints.ts';
import type { TreeWait } from '../../../transparency/tree-wait.ts';

/** What the routes about the log's proof need. */
export interface LogDependencies {
  readonly pool: pg.Pool;
  /** The events as they are stored. */
  readonly stored: EventStore;
  readonly checkpoints: Checkpoints;
  readonly treeWait: TreeWait;
}

/** A checkpoint of everything that is in the log now, as far as the tree has come. */
export const freshCheckpoint = async (
  { checkpoints, treeWait }: Pick<LogDependencies, 'checkpoints' | 'treeWait'>,
  signal: AbortSignal,
): Promise<KeptCheckpoint> => {
  await treeWait(signal);
  return checkpoints.make();
};

/** The latest checkpoint if it holds this event, else a new one. */
export const checkpointWith = async (
  deps: LogDependencies,
  index: number | undefined,
  signal: AbortSignal,
): Promise<KeptCheckpoint> => {
  const latest = await deps.checkpoints.latest();
  return latest && index !== undefined && latest.size > index ? latest : freshCheckpoint(deps, signal);
};
