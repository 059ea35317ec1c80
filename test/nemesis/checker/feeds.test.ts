import { expect, test } from 'vitest';
import type { Entry } from '../history.ts';
import { found, historyOf, logOf } from './by-hand.ts';
import { feedsMissNothing } from './feeds.ts';

const changed = (reservation_id: string, status: string) => ({
  stream: 'reservation_book-1',
  data: { reservation_id, status },
});
const page = (phase: Entry['phase'], ...listed_reservations: [string, string][]): Partial<Entry> => ({
  kind: 'feed',
  phase,
  listed_reservations,
});
const events = logOf(changed('a', 'created'), changed('b', 'created'), changed('a', 'cancelled'));

test('a feed that was read to its end shows each reservation as it is then, whatever it showed before', () => {
  const history = historyOf(page('faults', ['a', 'created']), page('recovered', ['b', 'created'], ['a', 'cancelled']));
  expect(found(feedsMissNothing, { history, events })).toEqual([]);
});

test('the check of feeds sees a reservation that was left out, and a change that was', () => {
  const history = historyOf(page('faults', ['a', 'created']), page('recovered'));
  expect(found(feedsMissNothing, { history, events })).toEqual([
    'client 0 saw reservation a as created last, and it is cancelled',
    'client 0 saw reservation b as undefined last, and it is created',
  ]);
});

test('the check of feeds says nothing of a client that did not come to the end', () => {
  expect(found(feedsMissNothing, { history: historyOf(page('faults', ['a', 'created'])), events })).toEqual([]);
});
