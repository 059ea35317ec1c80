/**
 * An answer that does not fit its schema fails the test during which it was given. Here, in a setup file, and not where an
 * app is started: what a hook asks for after each test, vitest never does.
 */
import { afterEach, expect } from 'vitest';
import { takeMismatches } from './mismatches.ts';

afterEach(() => {
  expect(takeMismatches(), 'answers that do not fit their schema').toEqual([]);
});
