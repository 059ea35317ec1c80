import { type Entry, isOk } from '../history.ts';
import type { Rule } from './evidence.ts';

/** A request with a key whose revocation was answered before gets 401, or no service at all. */
export const revokedKeysAreRefused: Rule = ({ history }) => {
  const revokedAt = new Map<string, Entry>();
  for (const entry of history) {
    const { command, key_id } = entry;
    if (command !== 'RevokeKey' || !isOk(entry) || key_id === undefined) continue;
    if (entry.endedAt < (revokedAt.get(key_id)?.endedAt ?? Number.POSITIVE_INFINITY)) revokedAt.set(key_id, entry);
  }
  return history.flatMap((entry) => {
    const { kind, key_id, status } = entry;
    const revocation = key_id === undefined ? undefined : revokedAt.get(key_id);
    if ((kind !== 'useKey' && kind !== 'exchangeKey') || !revocation) return [];
    if (entry.invokedAt <= revocation.endedAt || status === undefined || status === 401 || status === 503) return [];
    const late = Math.round(entry.invokedAt - revocation.endedAt);
    const what = `a revoked key was served (${kind} ${status}) ${late} ms after its revocation`;
    return [{ rule: 'no revoked key is served', what, entries: [revocation, entry] }];
  });
};
