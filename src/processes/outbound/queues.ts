import type { Place } from './attempt.ts';
import type { Channel, DueDelivery } from './channel.ts';

/** How many deliveries are read ahead for one receiver, until the next tick. */
const READ_AHEAD = 512;
/**
 * With this many in the queue, there is enough for two ticks, and no more are read: otherwise a slow receiver's
 * deliveries, with their bodies, would be read each time.
 */
const ENOUGH = READ_AHEAD / 2;

export interface Waiting {
  readonly delivery: DueDelivery;
  /** When it was taken up, in milliseconds since the epoch. */
  readonly since: number;
}

/** What is to be sent to one receiver. */
export interface Queue {
  readonly channel: Channel;
  readonly waiting: Waiting[];
  underWay: number;
  /** The address of the last call; null before the first one. */
  place: Place | null;
}

export type Queues = ReturnType<typeof createQueues>;

/** The deliveries that were taken up to be sent, in a queue for each receiver. */
export const createQueues = (clock: () => number) => {
  const queues = new Map<string, Queue>();
  /** Deliveries that were taken up: in a queue, or under way. */
  const held = new Set<number>();
  /**
   * Deliveries that were done since the last tick began. If that tick read one of them before, it must not be sent
   * again.
   */
  const done = new Set<number>();

  const nameOf = (channel: Channel, queue: string): string => `${channel.kind} ${queue}`;
  const queueOf = (channel: Channel, { queue }: DueDelivery): Queue => {
    const name = nameOf(channel, queue);
    const known = queues.get(name) ?? { channel, waiting: [], underWay: 0, place: null };
    queues.set(name, known);
    return known;
  };

  const takeUpOf = async (channel: Channel, now: Date): Promise<void> => {
    const full = [...queues].filter(([, queue]) => queue.channel === channel && queue.waiting.length >= ENOUGH);
    const enough = full.map(([name]) => name.slice(nameOf(channel, '').length));
    for (const delivery of await channel.due(now, READ_AHEAD, enough)) {
      if (held.has(delivery.id)) continue;
      held.add(delivery.id);
      queueOf(channel, delivery).waiting.push({ delivery, since: clock() });
    }
  };

  return {
    /** Puts what is due into its queues. */
    takeUp: async (channels: readonly Channel[], now: Date): Promise<void> => {
      for (const id of done) held.delete(id);
      done.clear();
      for (const channel of channels) await takeUpOf(channel, now);
    },
    /** The delivery was sent, or is left to a later tick. */
    setDone: ({ id }: DueDelivery): void => {
      done.add(id);
    },
    /** What waits in the queue is left to a later tick. */
    forget: ({ waiting }: Queue): void => {
      for (const { delivery } of waiting.splice(0)) held.delete(delivery.id);
    },
    forEach: (work: (queue: Queue) => void): void => queues.forEach(work),
  };
};
