import type { RecordedEvent } from '../../event-store/event-store.ts';
import { createBatchWriters } from './batch-writer.ts';
import { HandlerFailure } from './failures.ts';
import type { Projection } from './projection.ts';
import type { RowsStatement } from './table-sql.ts';

/** Turns events into changes of the projection's tables. Pure. */
export interface Fold {
  /** The events that the projection has handlers for. */
  pick(events: readonly RecordedEvent[]): readonly RecordedEvent[];
  /** Throws HandlerFailure. */
  statements(events: readonly RecordedEvent[]): RowsStatement[];
}

export const createFold = (projection: Projection, schema: string): Fold => {
  const handlers = new Map(Object.entries(projection.on));
  const newWriter = createBatchWriters(schema, projection.tables);
  return {
    pick: (events) => events.filter((event) => handlers.has(event.type)),
    statements: (events) => {
      let current: RecordedEvent | undefined;
      try {
        const write = newWriter();
        for (current of events) {
          write.moveTo(current.position);
          handlers.get(current.type)?.(current, write);
        }
        current = undefined;
        return write.statements();
      } catch (cause) {
        throw new HandlerFailure(cause, current);
      }
    },
  };
};
