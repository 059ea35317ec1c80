import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after so many milliseconds, or when the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const sleepFor: Sleep = (ms, signal) => delay(ms, undefined, { signal }).catch(() => {});
