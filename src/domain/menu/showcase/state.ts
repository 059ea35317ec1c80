import type { ShowcasePublished } from './events.ts';

/** The menu of a channel, as it was last published; null until then. */
export type ShowcaseState = ShowcasePublished | null;
