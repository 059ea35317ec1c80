import { setImmediate as turn } from 'node:timers/promises';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import type { AnyAuditedEntity, Asker } from '../entity.ts';

/** Other work gets its turn after so many events. */
const EVENTS_A_TURN = 50;

/**
 * Folds events one by one, and tells of each state that differs from the one before: null while there is none. Stops
 * with the asker's signal.
 */
export const replay = async (
  entity: AnyAuditedEntity,
  events: readonly RecordedEvent[],
  asker: Asker,
  onState: (state: unknown, event: RecordedEvent) => void,
): Promise<void> => {
  let folded: unknown = entity.folding.initial;
  for (const [index, event] of events.entries()) {
    if (index % EVENTS_A_TURN === EVENTS_A_TURN - 1) {
      await turn();
      asker.signal.throwIfAborted();
    }
    const after: unknown = entity.folding.evolve(folded, event);
    if (after !== folded) onState(entity.view(after, asker), event);
    folded = after;
  }
};
