import { describe, expect, test } from 'vitest';
import type { Entry } from '../history.ts';
import { found, historyOf } from './by-hand.ts';
import { createKeyRule } from './keys.ts';

describe('no revoked key is served', () => {
  const key_id = 'k';
  const use = (status: number | undefined, fields: Partial<Entry> = {}) => ({
    ...{ kind: 'useKey' as const, key_id, status, ...fields },
  });
  const revoke = { kind: 'command' as const, command: 'RevokeKey', key_id, status: 200 };
  const strict = createKeyRule(true);

  test('holds before the revocation, while it is under way, and with 401, 503 or silence afterwards', () => {
    const underWay = use(200, { invokedAt: 14, endedAt: 40 });
    const history = historyOf(use(200), revoke, underWay, use(401), use(503), use(undefined));
    expect(found(strict, { history })).toEqual([]);
  });

  test('holds for a revocation that was not answered', () => {
    expect(found(strict, { history: historyOf({ ...revoke, status: undefined }, use(200)) })).toEqual([]);
  });

  test('sees each answer but 401, from the first moment on and whatever is asked', () => {
    expect(found(strict, { history: historyOf(revoke, use(200)) })).toEqual([
      'a revoked key was served (useKey 200) 5 ms after its revocation',
    ]);
    expect(found(strict, { history: historyOf(revoke, use(404)) })).toHaveLength(1);
    expect(found(strict, { history: historyOf(revoke, use(200, { kind: 'exchangeKey' })) })).toHaveLength(1);
  });

  test('when it may take its time, looks only at what is served after the recovery', () => {
    const patient = createKeyRule(false);
    expect(found(patient, { history: historyOf(revoke, use(200)) })).toEqual([]);
    expect(found(patient, { history: historyOf(revoke, use(200, { phase: 'recovered' })) })).toHaveLength(1);
  });
});
