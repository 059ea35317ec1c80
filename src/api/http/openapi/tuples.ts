import { isNode } from './walk.ts';

/** A pair is a list of two: few generators of clients know tuples, and linters ask what a list's elements are. */
export const withoutTuples = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(withoutTuples) as Value;
  if (!isNode(value)) return value;
  const { prefixItems, ...rest } = value;
  const mapped = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, key === 'example' ? part : withoutTuples(part)] as const),
  );
  if (!Array.isArray(prefixItems)) return mapped as Value;
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), withoutTuples(item)])).values()];
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  return { ...mapped, items, minItems: prefixItems.length, maxItems: prefixItems.length } as Value;
};
