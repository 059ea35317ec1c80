import { isList, isObject, membersOf, pathTo } from './json.ts';

/** One place where two states differ. */
export interface Difference {
  /** A JSON Pointer. */
  readonly path: string;
  /** Left out: there was nothing. */
  readonly before?: unknown;
  /** Left out: there is nothing any more. */
  readonly after?: unknown;
}

/**
 * Where two JSON values differ, as deep as both have the same shape. What only one of them has is one difference, with
 * all that is inside of it. Applied one after another in this order they turn the first into the second: what leaves a
 * list leaves from its end. Parts that are the same object are not looked into.
 */
export const differences = (before: unknown, after: unknown, path = ''): Difference[] => {
  const found: Difference[] = [];
  compare(before, after, path, found);
  return found;
};

const compare = (before: unknown, after: unknown, path: string, found: Difference[]): void => {
  if (Object.is(before, after)) return;
  if (isList(before) && isList(after)) compareLists(before, after, path, found);
  else if (isObject(before) && isObject(after)) compareObjects(before, after, path, found);
  else found.push({ path, before, after });
};

const compareLists = (
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  found: Difference[],
): void => {
  const common = Math.min(before.length, after.length);
  for (let index = 0; index < common; index++) {
    if (before[index] !== after[index]) compare(before[index], after[index], pathTo(path, index), found);
  }
  for (let index = before.length - 1; index >= common; index--) {
    found.push({ path: pathTo(path, index), before: before[index] });
  }
  for (let index = common; index < after.length; index++) {
    found.push({ path: pathTo(path, index), after: after[index] });
  }
};

const compareObjects = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  path: string,
  found: Difference[],
): void => {
  for (const [name, value] of membersOf(before)) {
    if (after[name] === undefined) found.push({ path: pathTo(path, name), before: value });
    else compare(value, after[name], pathTo(path, name), found);
  }
  for (const [name, value] of membersOf(after)) {
    if (before[name] === undefined) found.push({ path: pathTo(path, name), after: value });
  }
};
