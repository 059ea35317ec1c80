import type { ProjectionDefinition } from '../engine/define-projection.ts';
import type { BatchWriter, Row } from '../engine/projection.ts';

/** What one concept adds to read model `venue`. */
export type VenuePart = Pick<ProjectionDefinition, 'tables' | 'on'>;

/** The payload is the row: the event carries it whole, under the columns' names. */
export const putsInto =
  (table: string) =>
  ({ data }: { readonly data: Row }, write: BatchWriter): void =>
    write.put(table, data);
