import type { EventBatch, StoreLog, SubscribeOptions } from '../../event-store.ts';
import { type LogPage, readPage } from '../reading/log-reader.ts';
import type { Reader } from '../reading/reader.ts';
import { createBackoff } from './backoff.ts';
import type { LogTail } from './log-tail.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface FollowedLog {
  readonly reader: Reader;
  readonly tail: LogTail;
  readonly head: () => Promise<number>;
  readonly log?: StoreLog | undefined;
}

/** Follows the log from a position: in pages while behind, then from the end that the process holds. */
export async function* followLog(
  { reader, tail, head, log }: FollowedLog,
  afterPosition: number,
  { signal, maxBatch = 1_000, tellsCaughtUp = false }: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  const backoff = createBackoff((error) =>
    log?.warn({ reason: String(error) }, 'the event log can not be read and is tried again'),
  );
  const follower = tail.follow(tellsCaughtUp);
  let position = afterPosition;
  let toldCaughtUp = false;
  /** Read ahead: the page after the one that is being handled. */
  let ahead: Promise<LogPage> | undefined;

  const read = (): Promise<LogPage> => {
    const reading = readPage(reader, position, maxBatch);
    // If the consumer leaves meanwhile, nothing else handles the error.
    reading.catch(() => {});
    return reading;
  };
  const nextPage = async (): Promise<LogPage | undefined> => {
    const reading = ahead ?? read();
    ahead = undefined;
    const page = await unlessAborted(reading, signal);
    if (!page) return undefined;
    backoff.succeeded();
    position = page.end;
    if (page.isLast) follower.join(position);
    else ahead = read();
    return page;
  };

  /** Asked at that moment: the tail's last answer, or a page that was read ahead, may be out of date by then. */
  const isHead = async (): Promise<boolean> => {
    const newest = await unlessAborted(head(), signal).catch(() => undefined);
    return newest !== undefined && position >= newest;
  };

  try {
    while (!signal.aborted) {
      // There must be no wait between looking and listening: a change in between would be missed.
      const recent = follower.after(position, maxBatch);
      let batch: EventBatch | undefined;
      if (ahead || !recent) {
        const page = await nextPage().catch((error: unknown) => backoff.failed(error, signal));
        if (page) batch = { events: page.events, caughtUp: false };
      } else if (recent.length > 0) {
        position = recent.at(-1)!.position;
        batch = { events: recent, caughtUp: false };
      } else if (tellsCaughtUp && !toldCaughtUp && follower.isAtEnd() && (await isHead())) {
        batch = { events: [], caughtUp: true };
      } else if (follower.after(position, 1)?.length === 0) {
        await follower.changed(signal);
      }
      if (!batch || (batch.events.length === 0 && !batch.caughtUp)) continue;
      toldCaughtUp = batch.caughtUp;
      yield batch;
    }
  } finally {
    follower.stop();
  }
}
