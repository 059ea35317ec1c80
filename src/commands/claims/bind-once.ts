import type { Identities, IdentityKey } from './identities.ts';

/** Binds an outside key to an id of ours, once: the first id stays. Answers the id that it is bound to. */
export const bindOnce = async (
  identities: Pick<Identities, 'claim' | 'storeResult'>,
  identity: IdentityKey,
  id: number,
): Promise<number> => {
  const boundId = async (): Promise<number | null> => {
    const { result } = await identities.claim(identity);
    return typeof result === 'number' ? result : null;
  };
  const known = await boundId();
  if (known !== null) return known;
  // Only the first result is kept: of two that come at once, both read the same one.
  await identities.storeResult(identity, id);
  return (await boundId())!;
};
