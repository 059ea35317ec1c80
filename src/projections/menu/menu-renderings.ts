import { LRUCache } from 'lru-cache';
import type { StopList } from '../stop-list/stop-list.ts';
import { type MenuSheet, type PointMenu, type RenderedMenu, withUnits } from './index.ts';

/** Menus serialised once and served many times. */
export interface MenuRenderings {
  /**
   * The menu called `name`, with the units that are left. A kept menu is used as long as its PointMenu and its period are those of
   * `source`; else `draw` makes it anew. Callers who come while it is drawn wait for the same drawing. Undefined if `draw` finds no
   * such menu; that is asked again each time.
   */
  get(name: string, source: MenuSource, draw: () => Promise<MenuSheet | undefined>): Promise<RenderedMenu | undefined>;
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

/** A drawing under way. */
interface Drawing extends Pick<MenuSource, 'menu' | 'period'> {
  readonly sheet: Promise<MenuSheet | undefined>;
}

/** A menu of two thousand products is a megabyte: menus are counted by their size. */
const MAX_BYTES = 128 * 1024 * 1024;
const PLACE_BYTES = 200;

/**
 * Nothing has to be dropped: a kept menu is compared with its source. So a menu that was being read while the brand
 * changed can never be taken for the later one.
 */
export const createMenuRenderings = (maxBytes = MAX_BYTES): MenuRenderings => {
  const kept = new LRUCache<string, Rendering>({ maxSize: maxBytes, sizeCalculation: bytesOf });

  const drawings = new Map<string, Drawing>();

  const drawOnce = (name: string, { menu, period }: MenuSource, draw: () => Promise<MenuSheet | undefined>) => {
    const underWay = drawings.get(name);
    if (underWay?.menu === menu && underWay.period === period) return underWay.sheet;
    const drawing: Drawing = {
      menu,
      period,
      sheet: draw().finally(() => {
        if (drawings.get(name) === drawing) drawings.delete(name);
      }),
    };
    drawings.set(name, drawing);
    return drawing.sheet;
  };

  return {
    get: async (name, source, draw) => {
      const { menu, period, stop_list } = source;
      const known = kept.get(name);
      const isSame = known !== undefined && known.menu === menu && known.period === period;
      if (isSame && known.stop_list === stop_list) return known.rendered;
      const sheet = isSame ? known.sheet : await drawOnce(name, source, draw);
      if (!sheet) return undefined;
      const rendered = withUnits(sheet, stop_list.units);
      kept.set(name, { menu, period, stop_list, sheet, rendered });
      return rendered;
    },
  };
};

const bytesOf = ({ sheet, rendered }: Rendering): number =>
  sheet.bytes.length + sheet.places.length * PLACE_BYTES + (rendered === sheet ? 0 : rendered.bytes.length);
