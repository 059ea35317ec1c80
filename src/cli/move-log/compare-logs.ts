import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { HASH_BYTES } from '../../transparency/hashes.ts';
import { leafHashOf } from '../../transparency/leaf.ts';
import type { LeafPage } from '../../transparency/read-leaves.ts';

const PAGE = 1_000;

/** What is not the same in two logs. The message is one line. */
export class LogsDiffer extends Error {
  override name = 'LogsDiffer';
}

/**
 * Reads both logs side by side, and gives the leaves of what the target has, as if it stood at the positions of the source: so they
 * are the leaves of the tree that was signed, if the target has every event as it was.
 * @param upTo the position in the source at which it ends
 * @throws LogsDiffer at the first event that is not the same
 */
export async function* comparedLeaves(
  source: EventStore,
  target: EventStore,
  after: { readonly source: number; readonly target: number },
  upTo: number,
): AsyncGenerator<LeafPage> {
  let { source: sourcePosition, target: targetPosition } = after;
  while (sourcePosition < upTo) {
    const [some, ours] = await Promise.all([
      source.readAll(sourcePosition, PAGE),
      target.readAll(targetPosition, PAGE),
    ]);
    const theirs = some.filter(({ position }) => position <= upTo);
    const count = Math.min(theirs.length, ours.length);
    if (count === 0)
      throw new LogsDiffer(`one of the logs ends after position ${sourcePosition}, and the other goes on`);
    const positions: number[] = [];
    const hashes = Buffer.alloc(count * HASH_BYTES);
    for (let index = 0; index < count; index++) {
      hashOf(theirs[index]!, ours[index]!).copy(hashes, index * HASH_BYTES);
      positions.push(theirs[index]!.position);
    }
    sourcePosition = positions.at(-1)!;
    targetPosition = ours[count - 1]!.position;
    yield { positions, hashes };
  }
}

const hashOf = (theirs: RecordedEvent, ours: RecordedEvent): Buffer => {
  const { position, recorded_at } = theirs;
  const hash = leafHashOf({ ...ours, position, recorded_at });
  if (microseconds(recorded_at) === microseconds(ours.recorded_at) && hash.equals(leafHashOf(theirs))) return hash;
  throw new LogsDiffer(`position ${position}, event ${theirs.id} in ${theirs.stream}: the target has something else`);
};

/** A log in Postgres has microseconds, EventStoreDB has milliseconds: the same instant, in digits that can be compared. */
const microseconds = (instant: string): string => {
  const [seconds, fraction = ''] = instant.replace('Z', '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}`;
};
