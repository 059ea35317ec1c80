import { nameAs } from './name-as.ts';

interface CalledPoint {
  readonly name: string;
  readonly short_name: string;
}

/** The points that the head of a column of prices may mean: by their names or their short names. */
export const pointsCalled = <Point extends CalledPoint>(points: readonly Point[], head: string): Point[] =>
  points.filter(({ name, short_name }) => [name, short_name].some((called) => nameAs(called) === nameAs(head)));
