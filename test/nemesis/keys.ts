import type { Door, Operation } from './operations.ts';
import type { RevokedKey, Round, Session } from './session.ts';

/** A revocation must be answered: only from then on is anything promised. */
const ATTEMPTS = 6;

/** A key's whole life: issued, exchanged, used, revoked, and then tried again at both apps. */
export const revokeKey = async (
  round: Round,
  session: Session,
  { door, uses }: Extract<Operation, { kind: 'revoke' }>,
): Promise<void> => {
  const issued = await session.command('IssueKey', door, { audience: 'partner', name: 'to be revoked' }, {}, ATTEMPTS);
  // A repeat does not show the key again: then there is nothing to try.
  const { key_id, api_key } = issued?.status === 200 ? issued.body.result : { key_id: null, api_key: null };
  if (api_key === null) return;
  const bought = await exchangeKey(session, { key_id, api_key }, door);
  if (bought?.status !== 200) return;
  const key = { key_id, api_key, token: bought.body.access_token };

  const [first = 0, second = 1, ...afterwards] = uses;
  for (const at of [first, second]) await useKey(session, key, at);
  const revoked = await session.command('RevokeKey', door, { key_id }, { key_id }, ATTEMPTS);
  if (revoked?.status !== 200) return;
  round.revoked.push(key);
  await Promise.all(([0, 1] as const).map((at) => useKey(session, key, at)));
  for (const at of afterwards) await useKey(session, key, at);
  await exchangeKey(session, key, first);
};

export const useKey = (session: Session, { key_id, token }: RevokedKey, door: Door) =>
  session.ask({ kind: 'useKey', door, token, key_id, send: (client) => client.get('/v1/points') });

export const exchangeKey = (
  session: Session,
  { key_id, api_key }: Pick<RevokedKey, 'key_id' | 'api_key'>,
  door: Door,
) =>
  session.ask({
    kind: 'exchangeKey',
    door,
    token: undefined,
    key_id,
    send: (client) => client.post('/v1/auth/token', { api_key }),
  });
