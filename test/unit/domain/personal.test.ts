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
    expect([type, names.findLastIndex((name) => ['client_id', 'employee_id'].includes(name))]).toEqual([type, 0]);
  }
});

/** Each: the type, the data of version 1, and what of them is personal today. */
const first = [
  ['EmployeeHired', { employee_id: 8, login: 'a', name: 'A', role: 'cook' }, { login: 'a', name: 'A' }],
  ['EmployeeDetailsChanged', { employee_id: 8, login: 'a', name: 'A', role: 'cook' }, { login: 'a', name: 'A' }],
  ['BonusGiven', { employee_id: 8, amount: 5, reason: 'Thanks' }, { reason: 'Thanks' }],
  ['FineImposed', { employee_id: 8, amount: 5, reason: 'Late' }, { reason: 'Late' }],
  ['SalaryAccrued', { employee_id: 8, amount: 5, note: 'Extra' }, { note: 'Extra' }],
  ['ShiftAdded', { employee_id: 8, source: 'manual', note: 'Ill' }, { note: 'Ill' }],
  ['ShiftCorrected', { employee_id: 8, note: 'Ill', before: { note: 'Late' } }, { note: 'Ill', note_before: 'Late' }],
  ['ShiftRemoved', { employee_id: 8, before: { note: 'Ill' } }, { note_before: 'Ill' }],
] as const;

test.each(first)('%s of version 1 has its personal data under personal', (type, data, personal) => {
  const lift = eventCatalogue[type].upcasters[1] as (data: object) => object;
  const lifted = lift(data);
  expect(lifted).toMatchObject({ employee_id: 8, personal: { employee_id: 8, ...personal } });
  const { personal: _, ...rest } = lifted as { personal: object };
  for (const value of Object.values(personal)) expect(JSON.stringify(rest)).not.toContain(`"${value}"`);
});

test('ShiftOpened of version 1 has the cashier under personal', () => {
  const lift = eventCatalogue.ShiftOpened.upcasters[1];
  expect(lift({ cashier_id: 8, cashier_login: 'a', cashier_name: 'A' })).toEqual({
    cashier_id: 8,
    personal: { employee_id: 8, login: 'a', name: 'A' },
  });
});

test('why the venue took something back, and notes on money, of earlier versions stand under personal', () => {
  const { ItemRemoved, ChequeReopened, PaymentFailed, SalaryPaid, MoneyMoved } = eventCatalogue;
  const because = { order_id: 4, reason: 'cold' };
  const removed = { ...because, personal: { client_id: 7 } };
  expect(ItemRemoved.upcasters[2](removed)).toEqual({ order_id: 4, personal: { client_id: 7, reason: 'cold' } });
  const ofNobody = { order_id: 4, personal: { client_id: null, reason: 'cold' } };
  expect(ChequeReopened.upcasters[2](because)).toEqual(ofNobody);
  expect(PaymentFailed.upcasters[1](because)).toEqual(ofNobody);
  const paid = { employee_id: 8, note: 'Advance' };
  const noted = { employee_id: 8, personal: { employee_id: 8, note: 'Advance' } };
  expect(SalaryPaid.upcasters[1](paid)).toEqual(noted);
  const party = { kind: 'employee' as const, id: 8 };
  expect(MoneyMoved.upcasters[1]({ party, note: 'Advance' })).toEqual({ party, personal: noted.personal });
  const firm = { kind: 'supplier' as const, id: 9 };
  const ofFirm = { party: firm, personal: { employee_id: null, note: 'ice' } };
  expect(MoneyMoved.upcasters[1]({ party: firm, note: 'ice' })).toEqual(ofFirm);
});
