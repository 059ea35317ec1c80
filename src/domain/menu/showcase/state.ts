import type { ShowcasePublished } from './events.ts';

/** A menu of an external channel, as it was last published; null until then. */
export type ShowcaseState = ShowcasePublished | null;
