import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage at once, or the young alone. */
export const collectGarbage: (options?: { type: 'minor' }) => void = runInNewContext('gc');
