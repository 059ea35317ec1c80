import type { ShowcasePublished } from './events.ts';

export interface ShowcaseCommand {
  readonly type: 'PublishShowcase';
  readonly showcase: ShowcasePublished;
  /** The caller named the id: it must already be a showcase of the brand. */
  readonly replaces: boolean;
  /** The fields that are meant, if not the whole showcase: the others stay what they are. */
  readonly named?: readonly string[] | undefined;
}
