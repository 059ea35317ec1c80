import type pg from 'pg';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { CheckpointMoved, isPermanent } from './failures.ts';
import type { Feeder } from './feeder.ts';
import { commitSteps } from './step.ts';

/**
 * Up to so many events, all projections share one transaction: with so little in it, ten transactions would cost more
 * than what they write. Larger batches are written by several connections at once.
 */
const TOGETHER = 256;

/** What a batch has for one projection. */
interface Share {
  readonly feeder: Feeder;
  /** Those that it has handlers for. */
  readonly events: readonly RecordedEvent[];
}

/**
 * Gives a batch to every projection. Throws when all have finished: CheckpointMoved before any other error, because it
 * says that nothing here may go on.
 */
export const feed = async (
  pool: pg.Pool,
  feeders: readonly Feeder[],
  events: readonly RecordedEvent[],
): Promise<void> => {
  const to = events.at(-1)!.position;
  const shares = feeders
    .filter(({ position }) => position < to)
    .map((feeder): Share => ({ feeder, events: feeder.pick(events) }));
  if (events.length <= TOGETHER && (await applyTogether(pool, shares, to))) return;
  await applyApart(pool, shares, to);
};

/** Answers whether it went well. An event that one projection can't apply must stop no other: then each goes alone. */
const applyTogether = async (pool: pg.Pool, shares: readonly Share[], to: number): Promise<boolean> => {
  try {
    await stepTogether(pool, shares, to);
    return true;
  } catch (error) {
    if (isPermanent(error)) return false;
    throw error;
  }
};

/** In one transaction. */
const stepTogether = async (pool: pg.Pool, shares: readonly Share[], to: number): Promise<void> => {
  await commitSteps(
    pool,
    shares.map(({ feeder, events }) => feeder.step(events, to)),
  );
  for (const { feeder } of shares) feeder.passed(to);
};

/** Each in a transaction of its own, all at the same time. Projections that the batch does not concern move on together. */
const applyApart = async (pool: pg.Pool, shares: readonly Share[], to: number): Promise<void> => {
  const unconcerned = shares.filter(({ events }) => events.length === 0);
  const work = shares
    .filter(({ events }) => events.length > 0)
    .map(({ feeder, events }) => feeder.apply(events, to))
    .concat(unconcerned.length > 0 ? [stepTogether(pool, unconcerned, to)] : []);
  const results = await Promise.allSettled(work);
  const errors = results.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
  const lost = errors.find((error) => error instanceof CheckpointMoved);
  if (errors.length > 0) throw lost ?? errors[0];
};
