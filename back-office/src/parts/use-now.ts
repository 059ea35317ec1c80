import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

const EVERY_MS = 10_000;

let now = serverNow();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = (): void => {
  now = serverNow();
  for (const each of watchers) each();
};

/** Calls whenever `nowShown` has moved on. @returns what ends it */
export const watchNow = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  if (timer === undefined) {
    // Without watchers the time stood still: a page that comes after a long one without them would begin with that.
    now = serverNow();
    timer = setInterval(tick, EVERY_MS);
    // A page out of sight, or on a device that sleeps, has no timer: what is looked at again is right at once.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
};

/** The same for all that is drawn together. */
export const nowShown = (): number => now;

/** Now, for ages and minutes left: one timer for the whole page, every ten seconds. */
export const useNow = (): number => useSyncExternalStore(watchNow, nowShown);
