import { bigintArray, intArray, textArray } from '../../database/binary-array.ts';
import type { Conditions } from '../event-store.ts';

/** The parameters of log.append_if that state the conditions of each append in a batch. */
export const conditionValues = (batch: readonly (Conditions | undefined)[]): Buffer[] => {
  // Most orders of a batch have the same condition: the stop-list of their point is unchanged.
  const numbers = new Map<string, number>();
  const guards: Conditions['unchanged'][] = [];
  const numberOf = (guard: Conditions['unchanged']): number => {
    const name = `${guard.revision} ${guard.stream}`;
    const number = numbers.get(name) ?? guards.push(guard);
    numbers.set(name, number);
    return number;
  };
  const guardOfEach = batch.map((conditions) => (conditions ? numberOf(conditions.unchanged) : 0));
  const claims = batch.flatMap((conditions, index) =>
    conditions?.claim ? [{ ...conditions.claim, claimant: index + 1 }] : [],
  );
  return [
    intArray(guardOfEach),
    textArray(guards.map(({ stream }) => stream)),
    bigintArray(guards.map(({ revision }) => revision)),
    intArray(claims.map(({ claimant }) => claimant)),
    textArray(claims.map(({ kind }) => kind)),
    textArray(claims.map(({ scope }) => scope)),
    textArray(claims.map(({ key }) => key)),
    bigintArray(claims.map(({ id }) => id)),
  ];
};
