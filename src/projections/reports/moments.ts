import { eventCatalogue } from '../../domain/event-catalogue.ts';
import { namesOf } from '../../domain/names-of.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';

const keepMoment = ({ position, recorded_at }: RecordedEvent, write: BatchWriter): void =>
  write.put('moments', { minute: `${recorded_at.slice(0, 16)}:00Z`, position, recorded_at });

const types = namesOf(eventCatalogue);

/**
 * Which log position goes with which time: the last event of each minute. When it has to be exact, the index
 * of the log names the block of the minute's events that is read.
 */
export const momentsProjection = defineProjection({
  name: 'moments',
  version: 1,
  tables: [
    {
      name: 'moments',
      // As text, the time keeps its microseconds.
      columns: { minute: 'timestamptz', position: 'bigint', recorded_at: 'text' },
      key: ['minute'],
      indexes: [['position']],
    },
  ],
  on: Object.fromEntries(types.map((type) => [type, keepMoment])),
});
