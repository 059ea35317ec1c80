import type { RecordedEvent } from '../../event-store.ts';
import { readAllRequest } from '../messages/read-messages.ts';
import type { StoredEvent } from '../messages/stored-event.ts';
import type { StoredMetadata } from '../our-events.ts';
import { readAt } from './log-reader.ts';
import type { Reader } from './reader.ts';

/** So many bytes of the log between two wanted events are read along: to ask the server again takes longer. */
const CLOSE_BYTES = 20_000;
/** About what an event takes in the log. More events than wanted are passed over at the end, or a further read follows. */
const EVENT_BYTES = 700;
const MOST_EVENTS = 1_000;
const PAGE_BYTES = 16_000_000;

/** The events at these positions, in the order asked for. Those that are close together are read with what is between. */
export const readPlaces = async (reader: Reader, positions: readonly number[]): Promise<RecordedEvent[]> => {
  const runs = inRuns([...new Set(positions)].sort((one, other) => one - other));
  const read = await Promise.all(
    runs.map((run) => (run.length === 1 ? readAt(reader, run[0]!) : readRun(reader, run))),
  );
  const byPosition = new Map(read.flat().map((event) => [event.position, event]));
  return positions.flatMap((position) => byPosition.get(position) ?? []);
};

const inRuns = (positions: readonly number[]): number[][] => {
  const runs: number[][] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run && position - run.at(-1)! <= CLOSE_BYTES) run.push(position);
    else runs.push([position]);
  }
  return runs;
};

const readRun = async (reader: Reader, run: readonly number[]): Promise<RecordedEvent[]> => {
  const wanted = new Set(run);
  const last = run.at(-1)!;
  const found: RecordedEvent[] = [];
  const take = (event: StoredEvent): { event: StoredEvent; metadata: StoredMetadata | undefined } => ({
    event,
    metadata: wanted.delete(event.position) ? reader.ours.metadataOf(event) : undefined,
  });
  for (let from = run[0]!; ; ) {
    // One more than seem to be there: forwards, the event at the first position comes again.
    const count = Math.min(MOST_EVENTS, Math.ceil((last - from) / EVENT_BYTES) + 2);
    const page = await reader.read({ request: readAllRequest(from, count), maxBytes: PAGE_BYTES }, take);
    // One after the other: the data of large events are read here, and few are to be in memory.
    for (const { event, metadata } of page.events) if (metadata) found.push(await reader.record(event, metadata));
    const end = page.events.at(-1)?.event.position ?? last;
    if (end >= last || page.events.length < 2) return found;
    from = end;
  }
};
