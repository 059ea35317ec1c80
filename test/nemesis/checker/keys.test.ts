import { describe, expect, test } from 'vitest';
import type { Entry } from '../history.ts';
import { found, historyOf } from './by-hand.ts';
import { revokedKeysAreRefused } from './keys.ts';

describe('no revoked key is served', () => {
  const key_id = 'k';
  const use = (status: number | undefined, fields: Partial<Entry> = {}) => ({
    kind: 'useKey' as const,
    key_id,
    status,
    ...fields,
  });
  const revoke = { kind: 'command' as const, command: 'RevokeKey', key_id, status: 200 };

  test('the rule that no revoked key is served holds before the revocation, while it is under way, and with 401, 503 or silence afterwards', () => {
    const underWay = use(200, { invokedAt: 14, endedAt: 40 });
    const history = historyOf(use(200), revoke, underWay, use(401), use(503), use(undefined));
    expect(found(revokedKeysAreRefused, { history })).toEqual([]);
  });

  test('the rule that no revoked key is served holds for a revocation that was not answered', () => {
    expect(found(revokedKeysAreRefused, { history: historyOf({ ...revoke, status: undefined }, use(200)) })).toEqual(
      [],
    );
  });

  test('the rule that no revoked key is served sees each answer but 401, from the first moment on and whatever is asked', () => {
    expect(found(revokedKeysAreRefused, { history: historyOf(revoke, use(200)) })).toEqual([
      'a revoked key was served (useKey 200) 5 ms after its revocation',
    ]);
    expect(found(revokedKeysAreRefused, { history: historyOf(revoke, use(404)) })).toHaveLength(1);
    expect(
      found(revokedKeysAreRefused, { history: historyOf(revoke, use(200, { kind: 'exchangeKey' })) }),
    ).toHaveLength(1);
  });
});
