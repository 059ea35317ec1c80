import { type Difference, differences } from './differences.ts';

/** Remembers, while a state changes step by step, what changed each place of it last. */
export interface Causes<Cause> {
  /** A step from one state to the next. */
  note(before: unknown, after: unknown, cause: Cause): void;
  /** What made the difference: the last cause that changed the place, something inside of it, or what it is in. */
  of(difference: Difference): Cause | undefined;
}

interface Noted<Cause> {
  readonly cause: Cause;
  readonly step: number;
}

export const createCauses = <Cause>(): Causes<Cause> => {
  /** By path: changes of the place itself, and of the place or anything inside of it. */
  const own = new Map<string, Noted<Cause>>();
  const within = new Map<string, Noted<Cause>>();
  let step = 0;

  return {
    note: (before, after, cause) => {
      const noted = { cause, step: step++ };
      for (const { path } of differences(before, after)) {
        own.set(path, noted);
        for (const above of [path, ...pathsAbove(path)]) {
          if (within.get(above) === noted) break;
          within.set(above, noted);
        }
      }
    },
    of: ({ path }) => {
      const noted = [within.get(path), ...pathsAbove(path).map((above) => own.get(above))];
      return noted.reduce((last, one) => (one && (!last || one.step > last.step) ? one : last), undefined)?.cause;
    },
  };
};

/** From the nearest one up to the whole. */
const pathsAbove = (path: string): string[] => {
  const above: string[] = [];
  for (let end = path.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
    above.push(path.slice(0, end));
  }
  return above;
};
