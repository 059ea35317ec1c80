import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection, type Row } from '../engine/projection.ts';

/** What one concept adds to read model `venue`. */
export type VenuePart = Pick<Projection, 'tables' | 'on'>;

/** The payload is the row: the event carries it whole, under the columns' names. */
export const putsInto = (table: string) => (event: RecordedEvent, write: BatchWriter) =>
  write.put(table, dataOf<Row>(event));
