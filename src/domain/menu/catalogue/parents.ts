/** Whether an item would become its own ancestor under this parent. `parentOf` returns null or undefined for a root. */
export const closesCycle = (
  id: number,
  parentId: number | null,
  parentOf: (id: number) => number | null | undefined,
): boolean => {
  let ancestor: number | null | undefined = parentId;
  while (ancestor != null) {
    if (ancestor === id) return true;
    ancestor = parentOf(ancestor);
  }
  return false;
};
