import { isList, isObject, membersOf, pathTo } from './json.ts';
import { predecessorsOf } from './predecessors.ts';

/** What made each part of a value what it is: the same shape as the value. */
export interface Blame<Cause> {
  /** Of a plain value, or of an empty list or object. Of others: what last changed which members there are. */
  readonly cause: Cause;
  /** Of a list in its order; of an object by name. */
  readonly elements?: readonly Blame<Cause>[];
  readonly members?: ReadonlyMap<string, Blame<Cause>>;
}

export interface Blamed<Cause> {
  readonly value: unknown;
  readonly blame: Blame<Cause>;
}

/**
 * The blame of a value that something has just changed: what is as it was before keeps its blame. An element of a list
 * keeps it also in another place of the list. Parts that are the same object are not looked into.
 */
export const blameOf = <Cause>(before: Blamed<Cause> | undefined, value: unknown, cause: Cause): Blame<Cause> => {
  if (before && Object.is(before.value, value)) return before.blame;
  if (isList(value)) return ofList(before, value, cause);
  return isObject(value) ? ofObject(before, value, cause) : { cause };
};

const ofList = <Cause>(before: Blamed<Cause> | undefined, value: readonly unknown[], cause: Cause): Blame<Cause> => {
  const known = before && isList(before.value) ? before.value : undefined;
  if (known?.length === value.length && value.every((element, index) => Object.is(element, known[index]))) {
    return before!.blame;
  }
  const from = known ? predecessorsOf(known, value) : [];
  const elements = value.map((element, index) => {
    const place = from[index];
    if (place === undefined) return blameOf<Cause>(undefined, element, cause);
    return blameOf({ value: known![place], blame: before!.blame.elements![place]! }, element, cause);
  });
  const isSame = known?.length === value.length && value.every((_, index) => from[index] === index);
  return { cause: isSame ? before!.blame.cause : cause, elements };
};

const ofObject = <Cause>(
  before: Blamed<Cause> | undefined,
  value: Readonly<Record<string, unknown>>,
  cause: Cause,
): Blame<Cause> => {
  const known = before && isObject(before.value) ? before.value : undefined;
  const members = new Map<string, Blame<Cause>>();
  let isSame = known !== undefined;
  for (const [name, member] of membersOf(value)) {
    const blame = known && before!.blame.members!.get(name);
    if (!blame) isSame = false;
    members.set(name, blameOf(blame && { value: known[name], blame }, member, cause));
  }
  if (isSame) isSame = before!.blame.members!.size === members.size;
  return { cause: isSame ? before!.blame.cause : cause, members };
};

/** One plain value of a state, or an empty list or object. */
export interface Leaf<Cause> {
  /** A JSON Pointer. */
  readonly path: string;
  readonly value: unknown;
  readonly cause: Cause;
}

/** Every leaf of a value, in its order. Put together they are the value. */
export const leavesOf = <Cause>({ value, blame }: Blamed<Cause>, path = ''): Leaf<Cause>[] => {
  const leaves: Leaf<Cause>[] = [];
  const walk = (value: unknown, blame: Blame<Cause>, path: string): void => {
    if (isList(value) && value.length > 0) {
      for (const [index, element] of value.entries()) walk(element, blame.elements![index]!, pathTo(path, index));
      return;
    }
    const members = isObject(value) ? membersOf(value) : [];
    for (const [name, member] of members) walk(member, blame.members!.get(name)!, pathTo(path, name));
    if (members.length === 0) leaves.push({ path, value, cause: blame.cause });
  };
  walk(value, blame, path);
  return leaves;
};
