import { useSyncExternalStore } from 'react';

const EVERY_MS = 10_000;

let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of watchers) each();
  }, EVERY_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** Now, for ages and minutes left: one timer for the whole page, every ten seconds. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);
