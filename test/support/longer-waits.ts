/**
 * A condition that a test waits for gets three times the time, because the machine may be slow, and has other tests to
 * run. On EventStoreDB each test database has a server as well that has just started. A condition that holds is found as
 * early as before.
 */
import { vi } from 'vitest';

const FACTOR = 3;
const USUAL_MS = 1_000;

type Options = number | { readonly timeout?: number; readonly interval?: number } | undefined;

const longer = (options: Options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return { ...given, timeout: FACTOR * (given?.timeout ?? USUAL_MS) };
};

/** Files of one worker share `vi`: it is changed once. */
const MARK = Symbol.for('tillstream longer waits');
if (!(MARK in vi)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [MARK]: true,
    waitFor: (callback: () => unknown, options: Options) => waitFor(callback, longer(options)),
    waitUntil: (callback: () => unknown, options: Options) => waitUntil(callback, longer(options)),
  });
}
