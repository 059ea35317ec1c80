import { useSearch } from '@tanstack/react-router';
import { useAt, useChange } from '../../place.ts';
import { usePoint } from '../../points.ts';
import { useMay } from '../../session/session.ts';

export const TABS = ['catalogue', 'sections', 'showcases', 'stops'] as const;
export type Tab = (typeof TABS)[number];

/** What the address of the page says. */
export interface MenuSearch {
  readonly tab?: Tab;
  readonly find?: string;
  readonly folder?: number;
  /** The product whose page is open. */
  readonly product?: number;
  readonly showcase?: number;
}

export const useMenu = () => {
  const search = useSearch({ strict: false }) as MenuSearch;
  const may = useMay();
  const at = useAt();
  const { id: pointId } = usePoint();
  const rights: Readonly<Record<Tab, boolean>> = {
    catalogue: may.reading('getProductsReport'),
    sections: may.reading('listVenueCategories') && may.command('CloseMenuSection') && at === undefined,
    // A guest's menu is that of now.
    showcases: may.reading('listMenus') && at === undefined,
    stops: may.reading('getStopList') || may.reading('getProductsReport'),
  };
  return {
    search,
    set: useChange<MenuSearch>(),
    tabs: TABS.filter((name) => rights[name]),
    asked: { pointId, at },
    isNow: at === undefined,
  };
};

export type Menu = ReturnType<typeof useMenu>;
