import type { Registry } from 'prom-client';
import { counterOf } from '../../../metrics/make.ts';
import type { CutFor } from './watch-readers.ts';

/** Counts the clients that were cut off, because they left their answers unread. */
export const countCuts = (registry: Registry): ((why: CutFor) => void) => {
  const count = counterOf(registry, 'readers_cut_total');
  return (why) => count({ why });
};
