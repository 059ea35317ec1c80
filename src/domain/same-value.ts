import { isRecord } from './is-record.ts';

/**
 * Whether two JSON values are the same, whatever the order of their keys: a state that was restored from a snapshot has
 * them in another order.
 */
export const isSameValue = (first: unknown, second: unknown): boolean => {
  if (first === second) return true;
  if (!isRecord(first) || !isRecord(second)) return false;
  if (Array.isArray(first) !== Array.isArray(second)) return false;
  const keys = Object.keys(first);
  return (
    keys.length === Object.keys(second).length &&
    keys.every((key) => key in second && isSameValue(first[key], second[key]))
  );
};
