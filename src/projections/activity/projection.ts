import { POINT_CHANGE_TYPES, pointOf } from '../../domain/point-changes.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';

const note = (event: RecordedEvent, write: BatchWriter): void => {
  const point_id = pointOf(event);
  if (point_id === undefined) return;
  write.insert('activity', { point_id, happened_ms: Date.parse(event.metadata.occurred_at), position: event.position });
};

/**
 * When something happened at a point that people see, in the order in which it happened: tills send some events late. The
 * index of the log knows only when events were recorded.
 */
export const activityProjection = defineProjection({
  name: 'activity',
  version: 1,
  tables: [
    {
      name: 'activity',
      columns: { point_id: 'uuid', happened_ms: 'bigint', position: 'bigint' },
      key: ['point_id', 'happened_ms', 'position'],
    },
  ],
  on: Object.fromEntries(POINT_CHANGE_TYPES.map((type) => [type, note])),
});
