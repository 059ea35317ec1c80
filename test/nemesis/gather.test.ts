import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../src/event-store/event-store.ts';
import { metadata } from '../contract/event-store/fixtures.ts';
import { createLogReading } from './gather.ts';

const recorded = (position: number): RecordedEvent => ({
  position,
  stream: `order-${position}`,
  revision: 0,
  id: `id ${position}`,
  type: 'OrderPlaced',
  data: { position },
  metadata: metadata(),
  recorded_at: '2026-11-23T00:00:00.000Z',
});

test('an event that can not be read is told with its place, and those behind it are read', async () => {
  const broken: RecordedEvent = {
    ...recorded(2),
    get data(): never {
      throw new Error('it was sealed for another event');
    },
  };
  const log = [recorded(1), broken, recorded(3)];
  const readLog = createLogReading({ readAll: async (after) => log.filter(({ position }) => position > after) });
  const { events, unreadable } = await readLog();
  expect(events.map(({ data }) => data)).toEqual([{ position: 1 }, { position: 3 }]);
  expect(unreadable).toEqual(['OrderPlaced at 2 in order-2: Error: it was sealed for another event']);
});
