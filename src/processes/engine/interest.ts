import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Follower } from './process.ts';

/** Whether a follower has to handle the event. */
export type Interest = (event: RecordedEvent) => boolean;

export const createInterest = (follower: Pick<Follower, 'types' | 'concerns'>): Interest => {
  const types = new Set(follower.types);
  return (event) => types.has(event.type) && concerns(follower, event);
};

/** The data of an event that can't be brought up to date throw: then the follower meets that, and no other one does. */
const concerns = (follower: Pick<Follower, 'concerns'>, event: RecordedEvent): boolean => {
  try {
    return follower.concerns?.(event) ?? true;
  } catch {
    return true;
  }
};
