/**
 * An entry as it is to be: as it was given, or, where fields are named, as it is known with these fields as given. It is
 * put together when the command is decided, so that two changes of different fields at once are both kept.
 */
export const mended = <Entry extends object>(
  known: Entry | null | undefined,
  given: Entry,
  named: readonly string[] | undefined,
): Entry => {
  if (named === undefined || known == null) return given;
  const isNamed = ([field]: readonly [string, unknown]): boolean => named.includes(field);
  // A field that is named and not there is empty from now on.
  const rest = Object.entries(known).filter((entry) => !isNamed(entry));
  return Object.fromEntries([...rest, ...Object.entries(given).filter(isNamed)]) as Entry;
};
