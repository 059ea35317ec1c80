import type { ProjectionDefinition } from '../engine/define-projection.ts';
import type { BatchWriter, Row } from '../engine/projection.ts';

/** The part of read model `venue` that one concept adds. */
export interface VenuePart extends Pick<ProjectionDefinition, 'tables' | 'on'> {
  /** Raise it when the part's tables or handlers change: the whole read model is then built anew. */
  readonly version: number;
}

/** The payload is the row: the event carries it whole, under the columns' names. */
export const putsInto =
  (table: string) =>
  ({ data }: { readonly data: Row }, write: BatchWriter): void =>
    write.put(table, data);
