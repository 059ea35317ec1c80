import { bigintArray, byteaArray, intArray, textArray, uuidArray } from '../../database/binary-array.ts';
import type { Companion, Conditions, FreeKey, NewKey } from '../event-store.ts';

/** What must hold for an append: its conditions, or as whose companion it goes. */
export interface Conditional {
  readonly conditions?: Conditions | undefined;
  readonly as?: Companion | undefined;
}

/** The guards of a batch, and for each append the number of its own, from 1; 0: it has none. */
export const guardsOf = (
  batch: readonly Conditional[],
): { guards: readonly Conditions['unchanged'][]; guardOfEach: readonly number[] } => {
  // Most orders of a batch have the same condition: the stop-list of their point is unchanged.
  const numbers = new Map<string, number>();
  const guards: Conditions['unchanged'][] = [];
  const numberOf = (guard: Conditions['unchanged']): number => {
    const name = `${guard.revision} ${guard.stream}`;
    const number = numbers.get(name) ?? guards.push(guard);
    numbers.set(name, number);
    return number;
  };
  const guardOfEach = batch.map(({ conditions }) => (conditions ? numberOf(conditions.unchanged) : 0));
  return { guards, guardOfEach };
};

/** What an append claims. A companion has a claim of its own. */
export const claimOf = ({ conditions, as }: Conditional): FreeKey | null | undefined => as?.claim ?? conditions?.claim;

/** The parameters that name outside keys and what they are claimed for. */
export const claimValues = (claims: readonly FreeKey[]): Buffer[] => [
  textArray(claims.map(({ kind }) => kind)),
  textArray(claims.map(({ scope }) => scope)),
  textArray(claims.map(({ key }) => key)),
  bigintArray(claims.map(({ id }) => id)),
];

/** The parameters of data keys that come with companions. */
export const keyValues = (keys: readonly NewKey[]): Buffer[] => [
  uuidArray(keys.map(({ subject }) => subject)),
  uuidArray(keys.map(({ brand_id }) => brand_id)),
  textArray(keys.map(({ kind }) => kind)),
  textArray(keys.map(({ key }) => key)),
  byteaArray(keys.map(({ wrapped }) => wrapped)),
  intArray(keys.map(({ wrapped_by }) => wrapped_by)),
];

/** The parameters of log.append_if that state the conditions of each append in a batch. */
export const conditionValues = (batch: readonly Conditional[]): Buffer[] => {
  const { guards, guardOfEach } = guardsOf(batch);
  const claims = batch.flatMap((append, index) => {
    const claim = claimOf(append);
    return claim ? [{ ...claim, claimant: index + 1 }] : [];
  });
  const keys = batch.flatMap(({ as }, index) => (as ? [{ ...as.key, companion: index + 1 }] : []));
  return [
    intArray(guardOfEach),
    textArray(guards.map(({ stream }) => stream)),
    bigintArray(guards.map(({ revision }) => revision)),
    intArray(claims.map(({ claimant }) => claimant)),
    ...claimValues(claims),
    intArray(keys.map(({ companion }) => companion)),
    ...keyValues(keys),
  ];
};
