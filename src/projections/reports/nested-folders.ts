/** A menu folder, as far as it tells where it is. */
interface Folder<Id> {
  readonly id: Id;
  readonly parent_id: Id | null;
}

/** These folders, and all that are inside of them. */
export const withNestedFolders = <Id>(folders: readonly Folder<Id>[], ids: Iterable<Id>): ReadonlySet<Id> => {
  const inside = Map.groupBy(folders, ({ parent_id }) => parent_id);
  const found = new Set(ids);
  // A set is walked through to its end, also to what is added on the way.
  for (const id of found) for (const folder of inside.get(id) ?? []) found.add(folder.id);
  return found;
};
