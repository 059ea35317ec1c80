import { LRUCache } from 'lru-cache';
import type { StopList } from '../stop-list/stop-list.ts';
import { type MenuSheet, type PointMenu, type RenderedMenu, withUnits } from './index.ts';

/** Menus serialised once and served many times. */
export interface MenuRenderings {
  /**
   * The menu called `name`, with the units that are left laid over it. `draw` makes it where the one that is kept was
   * made of another PointMenu or in another period; undefined when there is no such menu, and that is not kept.
   */
  get(name: string, source: MenuSource, draw: () => MenuSheet | undefined): RenderedMenu | undefined;
}

export interface MenuSource {
  readonly menu: PointMenu;
  /** See PointMenu. */
  readonly period: string;
  readonly stop_list: StopList;
}

interface Rendering extends MenuSource {
  readonly sheet: MenuSheet;
  readonly rendered: RenderedMenu;
}

/** A menu of two thousand products is a megabyte: they are counted by their size. */
const MAX_BYTES = 128 * 1024 * 1024;
const PLACE_BYTES = 200;

/**
 * Nothing has to be dropped: what is kept is held against what it was made of. A menu that was being read while the
 * brand changed can then never be kept for the one that was read after.
 */
export const createMenuRenderings = (maxBytes = MAX_BYTES): MenuRenderings => {
  const kept = new LRUCache<string, Rendering>({ maxSize: maxBytes, sizeCalculation: bytesOf });

  return {
    get: (name, { menu, period, stop_list }, draw) => {
      const known = kept.get(name);
      const isSame = known !== undefined && known.menu === menu && known.period === period;
      if (isSame && known.stop_list === stop_list) return known.rendered;
      const sheet = isSame ? known.sheet : draw();
      if (!sheet) return undefined;
      const rendered = withUnits(sheet, stop_list.units);
      kept.set(name, { menu, period, stop_list, sheet, rendered });
      return rendered;
    },
  };
};

const bytesOf = ({ sheet, rendered }: Rendering): number =>
  sheet.bytes.length + sheet.places.length * PLACE_BYTES + (rendered === sheet ? 0 : rendered.bytes.length);
