import { describe, expect, test } from 'vitest';
import { answersAreExpected, everythingWorksAgain, noServerErrors } from './answers.ts';
import { evidence, found, historyOf } from './by-hand.ts';
import { check } from './check.ts';
import { appsAreSound, eventsAreReadable, readModelsEqualRebuild } from './end.ts';

test('an empty history breaks no rule', () => {
  expect(check(evidence({}))).toEqual([]);
});

describe('answers', () => {
  test('answers are no faults of the server, and 503 says when to come again', () => {
    const fine = historyOf({}, { status: 503, retryAfter: '1' }, { status: undefined });
    expect(found(noServerErrors, { history: fine })).toEqual([]);
    expect(found(noServerErrors, { history: historyOf({ status: 500 }, { status: 503, retryAfter: null }) })).toEqual([
      ...['order: 500', 'order: 503 without Retry-After'],
    ]);
  });

  test('answers are what the plan leads to', () => {
    const fine = historyOf({ status: 400, code: 'stop_list_insufficient' }, { kind: 'book', status: 409 });
    expect(found(answersAreExpected, { history: fine })).toEqual([]);
    const tooSlow = { status: 408, code: 'request_timeout' };
    expect(found(answersAreExpected, { history: historyOf(tooSlow, { ...tooSlow, phase: 'recovered' }) })).toEqual([
      'order: 408 request_timeout',
    ]);
    const odd = historyOf(
      { status: 400, code: 'field_required' },
      { kind: 'read', status: 401, code: 'invalid_token' },
    );
    expect(found(answersAreExpected, { history: odd })).toEqual([
      ...['order: 400 field_required', 'read: 401 invalid_token'],
    ]);
  });

  test('answers come again after the faults', () => {
    const phase = 'recovered' as const;
    const during = historyOf({ status: 503 }, { status: undefined, phase: 'recovering' }, { phase });
    expect(found(everythingWorksAgain, { history: during })).toEqual([]);
    const after = historyOf({ status: 503, phase }, { status: undefined, phase });
    expect(found(everythingWorksAgain, { history: after })).toEqual(['order: 503', 'order: no answer']);
  });
});

test('the checker says which read models do not equal a rebuild, and why', () => {
  const orders = { table: 'orders', equal: true, reason: null };
  expect(found(readModelsEqualRebuild, { tables: [orders] })).toEqual([]);
  const tables = [
    { ...orders, equal: false },
    { ...orders, equal: null, reason: 'live was parked' },
  ];
  expect(found(readModelsEqualRebuild, { tables })).toEqual([
    ...['orders: the rebuilt one is another', 'orders: live was parked'],
  ]);
});

test('the checker sees apps that end by themselves', () => {
  expect(found(appsAreSound, { complaints: ['app 0 ended by itself'] })).toEqual(['app 0 ended by itself']);
});

test('the checker sees events that can not be read', () => {
  expect(found(eventsAreReadable, { unreadable: ['OrderPlaced at 7'] })).toEqual(['OrderPlaced at 7']);
});
