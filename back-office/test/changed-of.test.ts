import { expect, it } from 'vitest';
import { changedOf } from '../src/pages/set-up/changed-of.ts';

const before = { id: 7, name: 'Taxi', point_id: null, point_ids: ['a', 'b'], state: { is_retired: false } };

it.each([
  [{ name: 'Taxi', point_id: null, point_ids: ['a', 'b'] }, {}],
  [{ name: 'Ride', point_id: null }, { name: 'Ride' }],
  [
    { point_id: 'a', point_ids: ['a'] },
    { point_id: 'a', point_ids: ['a'] },
  ],
  [{ name: 'Taxi', capacity: null }, { capacity: null }],
])('of %j only what differs is sent', (fields, changed) => expect(changedOf(before, fields)).toEqual(changed));
