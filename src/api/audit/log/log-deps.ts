import type pg from 'pg';
import type { EventStore } from '../../../event-store/event-store.ts';
import { ASKED_EACH_MS, type Checkpoints, type KeptCheckpoint } from '../../../transparency/checkpoints.ts';
import type { TreeWait } from '../../../transparency/tree-wait.ts';
import { HttpError } from '../../http/errors.ts';

const RETRY_AFTER_S = ASKED_EACH_MS / 1_000;

/** What the routes about the log's proof need. */
export interface LogDependencies {
  readonly pool: pg.Pool;
  /** The events as they are stored. */
  readonly stored: EventStore;
  readonly checkpoints: Checkpoints;
  readonly treeWait: TreeWait;
}

/**
 * A checkpoint of everything that is in the log now, as far as the tree has come. The latest one, if new ones are asked for too
 * often.
 */
export const freshCheckpoint = async (
  { checkpoints, treeWait }: Pick<LogDependencies, 'checkpoints' | 'treeWait'>,
  signal: AbortSignal,
): Promise<KeptCheckpoint> => {
  await treeWait(signal);
  return checkpoints.ask();
};

/** The latest checkpoint if it holds this event, else as `freshCheckpoint`: it may lack the event then. */
export const checkpointWith = async (
  deps: LogDependencies,
  index: number | undefined,
  signal: AbortSignal,
): Promise<KeptCheckpoint> => {
  const latest = await deps.checkpoints.latest();
  return latest && index !== undefined && latest.size > index ? latest : freshCheckpoint(deps, signal);
};

/**
 * As `checkpointWith`, and it holds the event.
 * @throws HttpError 429 if new ones are asked for too often
 */
export const checkpointThatHas = async (
  deps: LogDependencies,
  index: number,
  signal: AbortSignal,
): Promise<KeptCheckpoint> => {
  const checkpoint = await checkpointWith(deps, index, signal);
  if (checkpoint.size > index) return checkpoint;
  throw new HttpError(429, 'rate_limited', { retry_after: RETRY_AFTER_S }, RETRY_AFTER_S);
};
