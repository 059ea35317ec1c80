import { Counter, type Registry } from 'prom-client';
import type { CutFor } from './watch-readers.ts';

/** Counts the clients that were cut off, because they left their answers unread. */
export const countCuts = (registry: Registry): ((why: CutFor) => void) => {
  const counter = new Counter({
    name: 'readers_cut_total',
    help: 'Clients that were cut off because they left their answers unread',
    labelNames: ['why'],
    registers: [registry],
  });
  return (why) => counter.inc({ why });
};
