import { createSlots } from '../../concurrency/slots.ts';
import { HttpError } from './errors.ts';

/** Does a piece of work when there is room for it. Throws HttpError 503 when that takes too long. */
export type WithinSlots = <Result>(work: () => Promise<Result>) => Promise<Result>;

const RETRY_AFTER_S = 5;

/** Room for `count` pieces of work at once. The others wait in order of arrival, for at most `waitMs`. */
export const createTimedSlots = ({ count, waitMs }: { count: number; waitMs: number }): WithinSlots => {
  const slots = createSlots(count);
  return (work) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new HttpError(503, 'unavailable', {}, RETRY_AFTER_S)), waitMs);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return slots.run(begin, patience.signal);
  };
};
