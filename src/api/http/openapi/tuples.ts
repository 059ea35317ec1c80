import { mapNodes } from './walk.ts';

/** A pair is a list of two: few generators of clients know tuples, and linters ask what a list's elements are. */
export const withoutTuples = <Value>(value: Value): Value =>
  mapNodes(value, (schema) => {
    const { prefixItems, ...rest } = schema;
    if (!Array.isArray(prefixItems)) return schema;
    const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()];
    const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
    return { ...rest, items, minItems: prefixItems.length, maxItems: prefixItems.length };
  });
