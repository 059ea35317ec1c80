import type { RecordedEvent, StoreLog } from '../../event-store.ts';
import type { SentEvents } from '../appending/sent-events.ts';
import type { Connection } from '../connection/connection.ts';
import { readPage } from '../reading/log-reader.ts';
import type { Reader } from '../reading/reader.ts';
import { createBackoff } from './backoff.ts';
import { createBufferedEvents } from './buffered-events.ts';
import { createDebounce } from './debounce.ts';
import { followLive, type Sink } from './live-subscription.ts';
import { createNotifier } from './notifier.ts';

const PAGE = 500;

/**
 * The end of the log, read once for all subscribers in this process: if each read for itself, every event would be sent
 * and parsed again for each of them. It is read while there are subscribers.
 */
export interface LogTail {
  /** `asksForEnd`: it asks `isAtEnd`. The tail asks the server only while some follower does. */
  follow(asksForEnd: boolean): TailFollower;
}

export interface TailFollower {
  /**
   * Up to `limit` events after the position; undefined if they must be read from the log. The call also says that
   * everything up to the position has been handled.
   */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
  /** The log was read up to here and had nothing more: new events will be buffered from now on. */
  join(position: number): void;
  /** Whether the log had nothing more than what is buffered, when it was last asked. */
  isAtEnd(): boolean;
  /** Resolves at the next change, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/**
 * What is buffered of the log, and whether it is all there is:
 *
 *     idle   --a follower joins, who has read to the end--> at_end
 *     at_end --an event comes--> behind --the log has nothing more--> at_end
 *     any    --the last follower stops--> idle
 */
type State =
  /** Without followers: nothing is buffered. */
  | { readonly kind: 'idle' }
  /** The log had nothing more than what is buffered, when it was last asked. */
  | { readonly kind: 'at_end'; readonly reading: AbortController }
  /** It may have more. */
  | { readonly kind: 'behind'; readonly reading: AbortController };

export interface LogTailOptions {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly head: () => Promise<number>;
  readonly sent: Pick<SentEvents, 'takeBack'>;
  readonly log: StoreLog | undefined;
}

export const createLogTail = ({ connection, reader, head, sent, log }: LogTailOptions): LogTail => {
  const buffered = createBufferedEvents();
  const changes = createNotifier();
  const moves = createNotifier();
  const followers = new Set<TailFollower>();
  const askers = new Set<TailFollower>();
  let state: State = { kind: 'idle' };

  const reachEnd = (): void => {
    if (state.kind === 'behind') state = { ...state, kind: 'at_end' };
    changes.notify();
  };
  const fallBehind = (): void => {
    if (state.kind === 'at_end') state = { ...state, kind: 'behind' };
  };

  /**
   * Asks the log itself: the server's caught-up message exists only since 23.10, and comes only after the reader was
   * behind.
   */
  const askForEnd = async (): Promise<void> => {
    const newest = await head().catch(() => Number.POSITIVE_INFINITY);
    if (state.kind !== 'idle' && buffered.end >= newest) reachEnd();
  };
  const endCheck = createDebounce(() => buffered.end, askForEnd);

  const room = async (signal: AbortSignal): Promise<void> => {
    while (buffered.isFull && !signal.aborted) await moves.next(signal);
  };
  let willNotify = false;
  /** Once for all events that came together. */
  const notifySoon = (): void => {
    if (willNotify) return;
    willNotify = true;
    setImmediate(() => {
      willNotify = false;
      changes.notify();
    });
  };
  const add = (event: RecordedEvent, bytes: number): void => {
    buffered.add(event, bytes);
    fallBehind();
    notifySoon();
  };

  /** In pages while behind: a server drops a subscriber that is slower than its log grows, and drops it again. */
  const catchUp = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      await room(signal);
      const page = await readPage(reader, buffered.end, PAGE);
      if (signal.aborted) return;
      for (const event of page.events) add(event, page.bytes / page.events.length);
      buffered.reach(page.end);
      if (page.isLast) return reachEnd();
    }
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    const backoff = createBackoff((error) =>
      log?.warn({ reason: String(error) }, 'the event subscription was lost and will be resumed'),
    );
    const sink: Sink = {
      add: (event, bytes) => {
        add(event, bytes);
        if (askers.size > 0) endCheck.touch();
      },
      reach: buffered.reach,
      room: () => (buffered.isFull ? room(signal) : undefined),
    };
    while (!signal.aborted) {
      let began = buffered.end;
      try {
        await catchUp(signal);
        began = buffered.end;
        if (!signal.aborted) await followLive({ connection, reader, sent, signal, sink }, began);
      } catch (error) {
        if (signal.aborted) return;
        // A subscription that brought events was only too slow, or there is a new leader: it is resumed at once.
        if (buffered.end > began) backoff.succeeded();
        else await backoff.failed(error, signal);
      }
    }
  };

  return {
    follow: (asksForEnd) => {
      const self: TailFollower = {
        after: (position, limit) => {
          buffered.passed(self, position);
          moves.notify();
          return state.kind === 'idle' ? undefined : buffered.after(position, limit);
        },
        join: (position) => {
          if (state.kind !== 'idle') return;
          buffered.startAt(position);
          const reading = new AbortController();
          state = { kind: 'at_end', reading };
          void run(reading.signal);
        },
        isAtEnd: () => state.kind === 'at_end',
        changed: changes.next,
        stop: () => {
          followers.delete(self);
          askers.delete(self);
          buffered.left(self);
          moves.notify();
          if (followers.size > 0 || state.kind === 'idle') return;
          state.reading.abort();
          state = { kind: 'idle' };
          endCheck.stop();
        },
      };
      followers.add(self);
      if (asksForEnd) {
        askers.add(self);
        // The last question may have been before the last event came.
        if (state.kind === 'behind') endCheck.touch();
      }
      return self;
    },
  };
};
