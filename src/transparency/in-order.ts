/** Deeper values are left to others. */
const MAX_DEPTH = 100;

/**
 * Whether JSON.stringify writes the canonical form of the value, but for half of a surrogate pair: it is plain data, and
 * the members of each object stand in the order of their names. To look costs a twentieth of writing it in another order.
 */
export const isInOrder = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return isPlain(value);
  if (depth > MAX_DEPTH || 'toJSON' in value) return false;
  if (Array.isArray(value)) return value.every((item) => isInOrder(item, depth + 1));
  return hasOwnMembersOnly(value) && areInOrder(value as Readonly<Record<string, unknown>>, depth + 1);
};

const areInOrder = (members: Readonly<Record<string, unknown>>, depth: number): boolean => {
  let last = '';
  for (const name in members) {
    const member = members[name];
    // JSON leaves it out.
    if (member === undefined) continue;
    if (name < last || !isInOrder(member, depth)) return false;
    last = name;
  }
  return true;
};

/** A value without members, with a canonical form. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || value === null || typeof value === 'boolean' || Number.isFinite(value);

const hasOwnMembersOnly = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
