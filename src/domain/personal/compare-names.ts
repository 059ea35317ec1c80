/** The order of names; erased ones come last. */
export const compareNames = (one: string | null, other: string | null): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.localeCompare(other);
};
