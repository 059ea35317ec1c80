import { createTurns } from '../../../concurrency/turns.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import type { AnyAuditedEntity, Asker } from '../entity.ts';

/**
 * Folds events one by one, and tells of each state that differs from the one before: null while there is none. Others have
 * their turns in between: each event of a large state takes long. Stops with the asker's signal.
 */
export const replay = async (
  entity: AnyAuditedEntity,
  events: readonly RecordedEvent[],
  asker: Asker,
  onState: (state: unknown, event: RecordedEvent) => void,
): Promise<void> => {
  let folded: unknown = entity.folding.initial;
  const turns = createTurns();
  for (const event of events) {
    if (turns.isOver) {
      await turns.next();
      asker.signal.throwIfAborted();
    }
    const after: unknown = entity.folding.evolve(folded, event);
    if (after !== folded) onState(entity.view(after, asker), event);
    folded = after;
  }
};
