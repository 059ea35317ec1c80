import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';
import { compareNames } from '../../../src/domain/personal/compare-names.ts';
import { subjectOf } from '../../../src/domain/personal/subject.ts';

test.each([
  [{ client_id: 7, phone: '+998901234567', employee_id: 8 }, 'client', '7'],
  [{ client_id: null, phone: '+998901234567' }, 'phone', '+998901234567'],
  [{ client_id: null, phone: '998 90 123-45-67' }, 'phone', '+998901234567'],
  [{ client_id: null, phone: 'unknown' }, 'phone', 'unknown'],
  [{ employee_id: 8, name: 'Aziza' }, 'employee', '8'],
  [{ client_id: null, phone: null, comment: 'no salt' }, 'brand', 'b'],
  [{}, 'brand', 'b'],
])('the personal data %j belong to the %s %s', (personal, kind, key) => {
  expect(subjectOf('b', personal)).toEqual({ brand_id: 'b', kind, key });
});

test('names are in their order, and erased ones come last', () => {
  expect([null, 'Bob', 'Ann', null, 'Cy'].toSorted(compareNames)).toEqual(['Ann', 'Bob', 'Cy', null, null]);
});

test('ids stand first under personal, so that an event says the same before and after it was sealed', () => {
  const members = Object.entries(eventCatalogue).flatMap(([type, { schema }]) => {
    const { personal } = schema.shape as { personal?: z.ZodType };
    return personal instanceof z.ZodObject ? [[type, Object.keys(personal.shape)] as const] : [];
  });
  expect(members.length).toBeGreaterThan(20);
  for (const [type, names] of members) {
    expect([type, names.findLastIndex((name) => ['client_id', 'employee_id', 'account_id'].includes(name))]).toEqual([
      type,
      0,
    ]);
  }
});
