import { sleepFor } from '../../concurrency/sleep.ts';
import { toError } from '../../database/thrown.ts';
import { type Admit, type AttemptOptions, createAttempt, type Place } from './attempt.ts';
import type { Channel } from './channel.ts';
import type { HostLimiter, Pass } from './host-limiter.ts';
import { createHostPace, type HostPace } from './host-pace.ts';
import type { PendingKinds } from './pending.ts';
import { createQueues, type Queue, type Waiting } from './queues.ts';
import type { RecordAttempt } from './records.ts';

export interface SenderOptions extends Omit<AttemptOptions, 'isOwner'> {
  readonly channels: readonly Channel[];
  readonly pendingKinds: PendingKinds;
  readonly record: RecordAttempt;
  readonly limiter: HostLimiter;
  /** Of the channels that have one. */
  readonly pace?: HostPace;
}

export interface Sender {
  /** From now on, sends nothing while `isOwner` is false, because another process may be sending the same. */
  begin(isOwner: () => boolean): void;
  /** Deliveries were stored: a sender that rests looks for them. */
  wake(): void;
  /** Whether its last look found nothing waiting, and it was not woken since. */
  rests(): boolean;
  /** Takes up what is due and returns. Calls continue in the background, and slow ones delay no other queue's. */
  tick(now: Date): Promise<void>;
  /** Forgets waiting calls until a later tick. Resolves when the calls under way have ended and are recorded. */
  end(): Promise<void>;
  /** The same for good: takes up nothing more. */
  stop(): Promise<void>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

/** Attempts under way for one queue. The limiter decides how many of them are calls to its host. */
const AT_ONCE = 96;
/**
 * A call that waits longer than this for a host that hangs counts as a failed attempt, so that each delivery comes to
 * an end.
 */
const HELD_BACK_MS = 60_000;

/** A place at the host, for one call. */
interface Admission extends Place {
  readonly pass: Pass;
}

/** Sends deliveries of all channels, each receiver's in a queue of its own. At least once: a call that is not recorded is sent again. */
export const createSender = (options: SenderOptions): Sender => {
  const { channels, pendingKinds, record, limiter, pace = createHostPace(), clock, log } = options;
  let isOwner = (): boolean => true;
  const attempt = createAttempt({ ...options, isOwner: () => isOwner() });
  const queues = createQueues(clock);
  const underWay = new Set<Promise<void>>();
  /** Queues that wait until more calls may begin at their host. */
  const resting = new Set<Queue>();
  let ending = new AbortController();
  let isSending = false;
  let isStopped = false;
  let isAwake = true;

  const restMs = ({ isPaced }: Channel, { brand_id, host }: Place): number =>
    isPaced ? pace.waitMs(brand_id, host) : 0;
  const enter = (channel: Channel, { brand_id, host }: Place): Admission | null => {
    if (restMs(channel, { brand_id, host }) > 0) return null;
    const pass = limiter.enter(brand_id, host);
    if (pass && channel.isPaced) pace.note(brand_id, host);
    return pass && { brand_id, host, pass };
  };
  const isOverdue = ({ brand_id, host }: Place, { since }: Waiting): boolean =>
    limiter.isOnProbation(brand_id, host) && clock() - since >= HELD_BACK_MS;

  const work = async (queue: Queue, waiting: Waiting, entered: Admission | null): Promise<void> => {
    const { delivery } = waiting;
    const { channel } = queue;
    let admission = entered;
    // The receiver may have another address than at its last call.
    const admit: Admit = (place) => {
      if (queue.place?.host !== place.host) {
        queue.place = place;
        // The others of the queue have waited for this news, or for a place at another host.
        queueMicrotask(() => advance(queue));
      }
      if (admission?.host !== place.host) {
        admission?.pass.end(null);
        admission = enter(channel, place);
      }
      if (admission) return 'send';
      return isOverdue(place, waiting) ? 'fail' : 'wait';
    };
    // The fault is ours, not the receiver's: the delivery stays in the queue, and a later tick takes it up again.
    const complain = (error: unknown): null => {
      log.warn({ delivery_id: delivery.id, error: toError(error).name }, `a ${channel.kind} call is to be sent again`);
      return null;
    };
    queue.underWay += 1;
    const attempted = await attempt(channel, delivery, admit).catch(complain);
    let recorded: Promise<unknown> = Promise.resolve();
    if (attempted?.kind === 'made') {
      recorded = record(attempted.outcome).catch(complain);
      await attempted.result.drained;
    }
    if (attempted?.kind === 'stopped') {
      queues.forget(queue);
      await channel.stopAll(delivery.queue, attempted.reason, attempted.events).catch(complain);
    }
    if (attempted?.kind === 'waiting') queue.waiting.unshift(waiting);
    admission?.pass.end(attempted?.kind === 'made' ? attempted.result : null);
    queue.underWay -= 1;
    // The next call goes out while this one is being recorded.
    advance(queue);
    await recorded;
    if (attempted?.kind !== 'waiting') queues.setDone(delivery);
  };

  /** Begins the next attempt of a queue, if it may begin now. */
  const begin = (queue: Queue): boolean => {
    const [next] = queue.waiting;
    if (!isSending || !isOwner() || next === undefined || queue.underWay >= AT_ONCE) return false;
    // The first call finds out the address.
    if (queue.place === null && queue.underWay > 0) return false;
    const admission = queue.place && enter(queue.channel, queue.place);
    if (queue.place && !admission && !isOverdue(queue.place, next)) {
      rest(queue, restMs(queue.channel, queue.place));
      return false;
    }
    queue.waiting.shift();
    const working = work(queue, next, admission).then(() => {
      underWay.delete(working);
    });
    underWay.add(working);
    return true;
  };

  /** Goes on with the queue after a while. */
  const rest = (queue: Queue, ms: number): void => {
    if (ms === 0 || resting.has(queue)) return;
    resting.add(queue);
    const rested = sleepFor(ms, ending.signal).then(() => {
      resting.delete(queue);
      underWay.delete(rested);
      advance(queue);
    });
    underWay.add(rested);
  };

  const advance = (queue: Queue): void => {
    while (begin(queue));
  };

  const tick = async (now: Date): Promise<void> => {
    if (isStopped) return;
    isSending = true;
    if (ending.signal.aborted) ending = new AbortController();
    // Before it asks: who stores a delivery meanwhile wakes it again.
    isAwake = false;
    const pending = await pendingKinds();
    isAwake ||= pending.size > 0;
    const asked = channels.filter(({ kind }) => pending.has(kind));
    await queues.takeUp(asked, now);
    queues.forEach(advance);
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0) {
      await Promise.all(underWay);
      // Another queue of the brand may have waited for these calls.
      queues.forEach(advance);
    }
  };

  const end = async (): Promise<void> => {
    isSending = false;
    ending.abort();
    await idle();
    queues.forEach(queues.forget);
  };

  return {
    begin: (owns) => {
      isOwner = owns;
      isAwake = true;
    },
    wake: () => {
      isAwake = true;
    },
    rests: () => !isAwake && underWay.size === 0,
    tick,
    idle,
    end,
    stop: async () => {
      isStopped = true;
      await end();
    },
  };
};
