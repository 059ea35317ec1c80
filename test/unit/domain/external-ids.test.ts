import { expect, test } from 'vitest';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';
import { externalIdDecider } from '../../../src/domain/external-ids/decide.ts';
import { specOf } from '../../support/given-when-then.ts';

const { given } = specOf(externalIdDecider, eventCatalogue);
const brand_id = '7f0c6a44-0f1f-4d5e-9c1a-0d4f6c1e0a01';
type Entries = { external_id: string; id: number | string | null }[];
const set = (list: 'halls' | 'points', ...entries: Entries) => ({ brand_id, list, entries });
const event = (...asked: Parameters<typeof set>) => ({ type: 'ExternalIdsSet' as const, data: set(...asked) });
const command = (...asked: Parameters<typeof set>) => ({ type: 'SetExternalIds' as const, ...set(...asked) });

test('an external id names a thing, once said, and of several only what changes is recorded', () => {
  const main = { external_id: 'main', id: 5 };
  const yard = { external_id: 'yard', id: 6 };
  given().when(command('halls', main)).then(event('halls', main));
  given(event('halls', main)).when(command('halls', main)).thenNothing();
  given(event('halls', main))
    .when(command('halls', main, yard))
    .then(event('halls', yard));
});

test('it names another thing from then on, or nothing, and each list has its own', () => {
  const history = event('halls', { external_id: 'main', id: 5 });
  for (const id of [6, null]) {
    const moved = { external_id: 'main', id };
    given(history).when(command('halls', moved)).then(event('halls', moved));
  }
  const point = { external_id: 'main', id: brand_id };
  given(history).when(command('points', point)).then(event('points', point));
  given()
    .when(command('halls', { external_id: 'main', id: null }))
    .thenNothing();
});

test('an external id may be called like what every object has', () => {
  for (const external_id of ['__proto__', 'constructor', 'toString']) {
    const entry = { external_id, id: 5 };
    given().when(command('halls', entry)).then(event('halls', entry));
    expect(Object.hasOwn(given(event('halls', entry)).state().halls!, external_id)).toBe(true);
    given(event('halls', entry)).when(command('halls', entry)).thenNothing();
  }
});

test('one external id twice in a command is refused by its place', () => {
  given()
    .when(command('halls', { external_id: 'main', id: 5 }, { external_id: 'main', id: 6 }))
    .thenRefused('invalid', 'field_duplicate', { field: 'entries[1].external_id' });
});
