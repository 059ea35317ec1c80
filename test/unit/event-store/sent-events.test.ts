import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import type { NewEvent } from '../../../src/event-store/event-store.ts';
import { propose } from '../../../src/event-store/eventstoredb/appending/propose.ts';
import { createSentEvents } from '../../../src/event-store/eventstoredb/appending/sent-events.ts';
import type { StoredEvent } from '../../../src/event-store/eventstoredb/messages/stored-event.ts';
import { createOurs } from '../../../src/event-store/eventstoredb/our-events.ts';
import { newEvent } from '../../contract/event-store/fixtures.ts';
import { anyCharacter } from '../../support/any-character.ts';

const ours = createOurs(['order']);
const STREAM = 'order-1';
const AT = { position: 70, revision: 3, created: Date.parse('2025-05-01T10:00:00.000Z') };

/** An event as the server brings it back. */
const storedAs = (event: NewEvent, changes: Partial<StoredEvent> = {}): StoredEvent => ({
  ...AT,
  stream: STREAM,
  id: event.id,
  type: event.type,
  isJson: true,
  metadata: Buffer.from(JSON.stringify(event.metadata)),
  data: Buffer.from(JSON.stringify(event.data)),
  ...changes,
});

const sending = (...events: NewEvent[]) => {
  const sent = createSentEvents();
  for (const event of events) sent.keep([event], { stream: STREAM, events: propose(ours, STREAM, [event]) });
  return sent;
};

test('an event that comes back as it was sent has the very data that were sent, at the place that the server gave it', () => {
  const event = newEvent({ note: 'Плов "1"', total: 4_500_000 });
  const back = sending(event).takeBack(storedAs(event))!;
  expect(back.data).toBe(event.data);
  expect(back).toEqual({
    ...event,
    stream: STREAM,
    position: AT.position,
    revision: AT.revision,
    recorded_at: '2025-05-01T10:00:00.000Z',
  });
});

test('an event is answered once: then it is not held any more', () => {
  const event = newEvent();
  const sent = sending(event);
  expect(sent.takeBack(storedAs(event))).toBeDefined();
  expect(sent.takeBack(storedAs(event))).toBeUndefined();
});

test.each<[string, Partial<StoredEvent>]>([
  ['data', { data: Buffer.from('{"total":1}') }],
  ['metadata', { metadata: Buffer.from('{}') }],
  ['stream', { stream: 'order-2' }],
  ['type', { type: 'OrderRejected' }],
  ['content type', { isJson: false }],
])('an event of the same id with another %s is not taken for the one that was sent', (_, changes) => {
  const event = newEvent();
  expect(sending(event).takeBack(storedAs(event, changes))).toBeUndefined();
});

test('of an event that was decided again under its id, what was sent last is known, and the first is parsed', () => {
  const first = newEvent({ total: 1 });
  const second = { ...first, data: { total: 2 } };
  expect(sending(first, second).takeBack(storedAs(first))).toBeUndefined();
  expect(sending(first, second).takeBack(storedAs(second))?.data).toBe(second.data);
});

test('what is known of an event is equal to what its JSON text says, whatever was sent', () => {
  const anything = fc.anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
    withObjectString: true,
    withBoxedValues: true,
    stringUnit: anyCharacter,
  });
  const data = fc.oneof(fc.jsonValue(), anything).filter((value) => {
    try {
      return JSON.stringify(value) !== undefined;
    } catch {
      return false;
    }
  });
  let known = 0;
  fc.assert(
    fc.property(data, (value) => {
      const event = newEvent(value);
      const back = sending(event).takeBack(storedAs(event));
      if (!back) return;
      known++;
      expect(back.data).toStrictEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 600 },
  );
  expect(known).toBeGreaterThan(100);
});

test('events that never come back are forgotten when there are too many', () => {
  const events = Array.from({ length: 1_000 }, (_, number) => newEvent({ number }, { id: uuid() }));
  const sent = sending(...events);
  expect(events.filter((event) => sent.takeBack(storedAs(event))).length).toBe(500);
});
