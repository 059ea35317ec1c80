import { Subject, throttleTime } from 'rxjs';

/** Calls at once, then once in `ms` milliseconds at most. What is asked for meanwhile is one call, at their end. */
export const throttled = (ms: number, call: () => void): (() => void) => {
  const asked = new Subject<void>();
  asked.pipe(throttleTime(ms, undefined, { leading: true, trailing: true })).subscribe(call);
  return () => asked.next();
};
