import type pg from 'pg';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type Move, moveCheckpoints } from './checkpoints.ts';
import { CheckpointMoved } from './failures.ts';
import type { Feeder } from './feeder.ts';

/**
 * Gives a batch to every projection, all at the same time. Projections that it does not concern move on together.
 * Throws when all have finished: CheckpointMoved before any other error, because it says that nothing here may go on.
 */
export const feed = async (
  pool: pg.Pool,
  feeders: readonly Feeder[],
  events: readonly RecordedEvent[],
): Promise<void> => {
  const to = events.at(-1)!.position;
  const work: Promise<void>[] = [];
  const unconcerned: Feeder[] = [];
  for (const feeder of feeders) {
    if (feeder.position >= to) continue;
    const picked = feeder.pick(events);
    if (picked.length === 0) unconcerned.push(feeder);
    else work.push(feeder.apply(picked, to));
  }
  if (unconcerned.length > 0) work.push(pass(pool, unconcerned, to));
  const results = await Promise.allSettled(work);
  const errors = results.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
  const lost = errors.find((error) => error instanceof CheckpointMoved);
  if (errors.length > 0) throw lost ?? errors[0];
};

const pass = async (pool: pg.Pool, feeders: readonly Feeder[], to: number): Promise<void> => {
  const moves = feeders.map(({ name, version, position }): Move => {
    return { projection: name, version, from: position, to, brands: [] };
  });
  await moveCheckpoints(pool, moves);
  for (const feeder of feeders) feeder.passed(to);
};
