import type { PointDefined } from './events.ts';

/** One restaurant of the brand; null until it is defined. Its menu and prices have a stream of their own. */
export type PointState = PointDefined | null;
