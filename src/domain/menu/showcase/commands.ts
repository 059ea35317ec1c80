import type { ShowcasePublished } from './events.ts';

export interface ShowcaseCommand {
  readonly type: 'PublishShowcase';
  readonly showcase: ShowcasePublished;
  /** The caller named the id: it must already be a showcase of the brand. */
  readonly replaces: boolean;
}
