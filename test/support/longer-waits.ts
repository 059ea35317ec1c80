/**
 * For runs on EventStoreDB: a condition that a test waits for gets three times the time. Each test database has a server
 * that has just started, and that compiles its code while it serves.
 */
import { vi } from 'vitest';

const FACTOR = 3;
const USUAL_MS = 1_000;

type Options = number | { readonly timeout?: number; readonly interval?: number } | undefined;

const longer = (options: Options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return { ...given, timeout: FACTOR * (given?.timeout ?? USUAL_MS) };
};

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, longer(options));
vi.waitUntil = (callback, options) => waitUntil(callback, longer(options));
