import { isObject } from './json.ts';

/**
 * For each element of a list, its index in the list before; undefined for one that is new. An element is known again as
 * the same object or the same plain value, or by its id. If it has no id that tells, by its place.
 */
export const predecessorsOf = (before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] => {
  const places = new Map(before.map((element, index) => [element, index]));
  const idsBefore = idsOf(before);
  const idsAfter = idsOf(after);
  const byId = idsBefore && idsAfter ? new Map(idsBefore.map((id, index) => [id, index])) : undefined;
  const taken = new Set<number>();
  const take = (place: number | undefined): number | undefined => {
    if (place === undefined || place >= before.length || taken.has(place)) return undefined;
    taken.add(place);
    return place;
  };
  // What is surely known again takes its place before what only stands where it stood.
  const found = after.map((element, index) => take(element === before[index] ? index : places.get(element)));
  if (byId) return found.map((place, index) => place ?? take(byId.get(idsAfter![index])));
  return found.map((place, index) => place ?? take(index));
};

/** The ids of the elements, if each has one of its own. */
const idsOf = (list: readonly unknown[]): unknown[] | undefined => {
  const ids = list.map(idOf);
  return ids.every((id) => id !== undefined) && new Set(ids).size === ids.length ? ids : undefined;
};

/** The field `id`, else the first field whose name ends with `_id`. */
const idOf = (element: unknown): unknown => {
  if (!isObject(element)) return undefined;
  const name = 'id' in element ? 'id' : Object.keys(element).find((key) => key.endsWith('_id'));
  return name === undefined ? undefined : (element[name] ?? undefined);
};
