import { toLocalDayAndTime } from '../../domain/local-time.ts';
import { type MenuSheet, toSheet } from './menu-sheet.ts';
import type { PointMenu } from './point-menu.ts';
import { renderShowcase } from './render-showcase.ts';

/** When a menu is asked for, on the point's clock. */
export interface WallClock {
  /** 1 Monday to 7 Sunday. */
  readonly day: number;
  /** `HH:MM` */
  readonly time: string;
}

/** The local time matters only if prices follow it. */
export const wallClock = (menu: PointMenu, timezone: string, at: string): WallClock =>
  menu.has_price_windows ? toLocalDayAndTime(at, timezone) : { day: 1, time: '00:00' };

/** The contract's Menu before the stop-list; undefined if the brand has no such showcase. See renderShowcase. */
export const drawMenu = async (
  menu: PointMenu,
  showcaseId: number,
  { day, time }: WallClock,
  keyShowcaseIds: readonly number[],
): Promise<MenuSheet | undefined> => {
  const showcase = await renderShowcase(menu, showcaseId, day, time, keyShowcaseIds);
  if (!showcase) return undefined;
  const { products, ...head } = showcase;
  return toSheet(head, products);
};
