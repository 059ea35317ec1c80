import type { Dice } from '../../src/demo/history/random.ts';
import type { Fault } from './plan.ts';

/** Of the server itself. */
export const eventStoreDbFault = (dice: Dice): Fault => ({
  kind: dice.weighted({ killEventStoreDb: 2, freezeEventStoreDb: 1 }),
});

/**
 * Of the connections to it, at one app and the other in turn: only one of them applies the read models. First each is
 * deaf, so that even a short round has appends at both that were stored and whose answer is lost.
 */
export const eventStoreDbWireFault = (dice: Dice, index: number): Fault => ({
  kind: index % 4 < 2 ? 'deafness' : dice.weighted({ cut: 2, silence: 2, flicker: 1 }),
  app: index % 2 === 0 ? 0 : 1,
  to: 'eventstoredb',
});
