import type { PointDefined } from './events.ts';

/** One restaurant of the brand; null until it is defined. Its menu and prices have a separate stream. */
export type PointState = PointDefined | null;
