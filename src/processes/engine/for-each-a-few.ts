import { from, lastValueFrom, mergeMap } from 'rxjs';

/** Many items go a few at a time, so that requests are served in between. */
const AT_ONCE = 8;

/**
 * Works on a few items at a time. An item that fails delays no other. The first failure is thrown when all have been
 * tried.
 */
export const forEachAFew = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> => {
  const failures: unknown[] = [];
  const attempt = (item: Item) => work(item).catch((error: unknown) => failures.push(error));
  await lastValueFrom(from(items).pipe(mergeMap(attempt, atOnce)), { defaultValue: undefined });
  if (failures.length > 0) throw failures[0];
};
