import { expect, test } from 'vitest';
import { type EventMetadata, InvalidEvents } from '../../../src/event-store/event-store.ts';
import {
  type NarrowMetadata,
  narrowMetadata,
  wholeMetadata,
} from '../../../src/event-store/postgres/narrow-metadata.ts';

const COMMAND = '0d453dd7-f9e5-556b-b2c4-16960aba66d9';
const CAUSE = '5f0f9f5e-0d0c-4a53-9d43-2f4f6c5b7a10';

const metadata = (changes: object = {}): EventMetadata => ({
  command_id: COMMAND,
  correlation_id: 'a request',
  causation_id: null,
  actor: { kind: 'partner', id: 'key-1', name: 'Delivery app' },
  brand_id: 'brand-1',
  point_id: 'point-1',
  occurred_at: '2025-05-01T10:00:00.000Z',
  schema_version: 1,
  ...changes,
});

const narrow = (given: EventMetadata): NarrowMetadata => {
  const found = narrowMetadata(given);
  if (!found.own) throw new Error('not in columns');
  return found;
};

const { actor, ...withoutActor } = metadata();

/** The first of them, and others that have all but one thing in common with it. */
const ALIKE = {
  'the same': metadata({ command_id: CAUSE, causation_id: COMMAND, correlation_id: COMMAND }),
  'of another actor': metadata({ actor: { ...actor, id: 'key-2' } }),
  'of an actor of another kind': metadata({ actor: { ...actor, kind: 'venue' } }),
  'with another name': metadata({ actor: { ...actor, name: 'Kiosk' } }),
  'of another brand': metadata({ brand_id: 'brand-2' }),
  'of another point': metadata({ point_id: 'point-2' }),
  'of no point': metadata({ point_id: undefined }),
  'of another version': metadata({ schema_version: 2 }),
  'with a version that is text': metadata({ schema_version: '1' }),
  'with one member more': metadata({ note: 'late' }),
  'with one member more of the actor': metadata({ actor: { ...actor, shift: 1 } }),
  'with a list': metadata({ note: ['late'] }),
  'with a date': metadata({ note: new Date(0) }),
  'with what JSON changes': metadata({ note: Number.NaN }),
  'in another order': { actor, ...withoutActor },
  'with the actor in another order': metadata({ actor: { name: actor.name, id: actor.id, kind: actor.kind } }),
  'with a name in two scripts and quotes': metadata({ actor: { ...actor, name: 'Плов "1" \\' } }),
};

test.each(Object.entries(ALIKE))('metadata %s come back as their own JSON, whichever came before', (_, given) => {
  for (const before of Object.values(ALIKE)) {
    narrow(before);
    expect(JSON.stringify(wholeMetadata(narrow(given)))).toBe(JSON.stringify(given));
    expect(JSON.stringify({ ...narrow(given).shared.members })).toBe(narrow(given).shared.json);
  }
});

test('metadata share an id exactly if their shared JSON is the same', () => {
  const first = narrow(metadata()).shared;
  const others = Object.values(ALIKE).slice(1);
  expect(narrow(ALIKE['the same']).shared.id).toBe(first.id);
  const ids = new Set([metadata(), ...others].map((given) => narrow(given).shared.id));
  expect(ids.size).toBe(1 + others.length);
  expect(narrow(metadata()).shared).toEqual(first);
});

test('metadata that the caller changes later do not change what was shared', () => {
  const changed = { ...actor, id: 'key-9' };
  const before = narrow(metadata({ actor: changed }));
  changed.name = 'Somebody else';
  expect(wholeMetadata(before).actor.name).toBe('Delivery app');
  expect(wholeMetadata(narrow(metadata({ actor: changed }))).actor.name).toBe('Somebody else');
});

test.each([
  '2025-05-01T10:00:00.000Z',
  '1000-01-01T00:00:00.001Z',
  '2024-02-29T23:59:59.999Z',
  '2999-12-31T00:00:00.000Z',
])('the instant %s is stored in a column', (occurred_at) => {
  expect(new Date(narrow(metadata({ occurred_at })).own!.occurred).toISOString()).toBe(occurred_at);
});

const MONTHS = ['01-32', '02-30', '02-31', '04-31', '06-31', '09-31', '11-31', '00-10', '13-10', '05-00', '5-01'];
const HOURS = ['24:00:00.000', '10:60:00.000', '10:00:60.000', '10:00:00.0', '10:00:00', '10:00', '1:00:00.000'];

test.each([
  ...MONTHS.map((day) => `2025-${day}T10:00:00.000Z`),
  ...HOURS.map((time) => `2025-05-01T${time}Z`),
  '2025-02-29T10:00:00.000Z',
  '1900-02-29T10:00:00.000Z',
  '0999-05-01T10:00:00.000Z',
  '+012025-05-01T10:00:00.000Z',
  '2025-05-01T10:00:00.000',
  '2025-05-01T10:00:00.000z',
  '2025-05-01T10:00:00.000+00:00',
  '2025-05-01 10:00:00.000Z',
  ' 2025-05-01T10:00:00.000Z',
  '2025-05-01T10:00:00.000Z\n',
  '',
])('the instant "%s" is stored as it is written, in no column', (occurred_at) => {
  const given = metadata({ occurred_at });
  expect(narrowMetadata(given).own).toBeNull();
  expect(JSON.stringify(wholeMetadata(narrowMetadata(given)))).toBe(JSON.stringify(given));
});

test.each([
  { command_id: COMMAND.toUpperCase() },
  { command_id: [COMMAND] },
  { command_id: undefined },
  { causation_id: 'first' },
  { causation_id: undefined },
  { correlation_id: 1 },
  { occurred_at: 1 },
])('metadata with %j are stored whole, in no column', (changes) => {
  const found = narrowMetadata(metadata(changes));
  expect(found.own).toBeNull();
  expect(JSON.stringify(wholeMetadata(found))).toBe(JSON.stringify(metadata(changes)));
});

test.each(['half \ud83c', 'a\0b'])('the correlation_id %j is refused', (correlation_id) => {
  expect(() => narrowMetadata(metadata({ correlation_id }))).toThrow(InvalidEvents);
});

test.each(['Delivery\0app', 'half \ud83c'])(
  'shared metadata with the name %j are refused, the second time too',
  (name) => {
    for (const _ of [1, 2]) {
      expect(() => narrowMetadata(metadata({ actor: { ...actor, name } }))).toThrow(InvalidEvents);
    }
  },
);

test('metadata are never longer as JSON than narrow metadata say', () => {
  for (const causation_id of [null, CAUSE]) {
    const given = metadata({ causation_id, correlation_id: 'запрос' });
    expect(narrow(given).characters).toBeGreaterThanOrEqual(JSON.stringify(given).length);
  }
});
