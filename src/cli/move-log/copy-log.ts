import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Target } from './target.ts';

const PAGE = 500;

/** The position in the source of the last event that the target has; 0: the target is empty. */
export const copiedUpTo = async (source: EventStore, target: Target): Promise<number> => {
  const last = await target.last();
  if (!last) return 0;
  const [same] = await source.read(last.stream, last.revision, 1);
  if (same?.id === last.id && same.revision === last.revision) return same.position;
  throw new Error(
    `the target holds another log: its last event, ${last.id} in ${last.stream}, is not in the log that is to be moved`,
  );
};

/**
 * Copies what the target lacks, up to the end that the source has now. May be ended at any time, and begun again.
 * @param progress is told how many were copied, and the position of the last of them in the source
 */
export const copyLog = async (
  source: EventStore,
  target: Target,
  progress: (copied: number, position: number) => void,
  signal: AbortSignal,
): Promise<number> => {
  const end = await source.head();
  let position = await copiedUpTo(source, target);
  let copied = 0;
  while (position < end) {
    signal.throwIfAborted();
    const page: RecordedEvent[] = (await source.readAll(position, PAGE)).filter((event) => event.position <= end);
    if (page.length === 0) break;
    await target.write(page);
    position = page.at(-1)!.position;
    copied += page.length;
    progress(copied, position);
  }
  return position;
};
