import { nameOf } from './claim.ts';
import type { Claim, Identities } from './identities.ts';

/**
 * Claims that are known, and claims that are only made up: nothing is kept. Made-up ids count down from the largest, so that they
 * are nobody's.
 */
export const createTrialIdentities = ({ look }: Pick<Identities, 'look'>): Identities => {
  const claims = new Map<string, Omit<Claim, 'claimed'>>();
  let next = Number.MAX_SAFE_INTEGER;
  const mint = (): number => {
    next -= 1;
    return next;
  };
  const keep = (name: string, result: unknown): void => {
    const { id } = claims.get(name)!;
    claims.set(name, { id, result });
  };
  return {
    look,
    mint: async () => mint(),
    find: async (key) => claims.get(nameOf(key))?.id ?? (await look(key))?.id,
    release: async () => {},
    claim: async (key) => {
      const name = nameOf(key);
      const known = claims.get(name) ?? (await look(key));
      const claim = known ?? { id: mint(), result: null };
      claims.set(name, claim);
      return { ...claim, claimed: known === undefined };
    },
    storeResult: async (key, result) => keep(nameOf(key), result),
    exchange: async (key, _, to) => {
      keep(nameOf(key), to);
      return true;
    },
  };
};
