import {
  IconAddressBook,
  IconBook2,
  IconCash,
  IconChartBar,
  IconChefHat,
  IconLayoutGrid,
  IconListSearch,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { useMay } from '../session/session.ts';

type May = ReturnType<typeof useMay>;

/** The pages of the navigation, in its order, and what a person must be allowed to read for each. */
export const PAGES = [
  { to: '/now', name: 'nav.now', Icon: IconReceipt2, isFor: (may: May) => may.reading('getBoard') || may.audit },
  {
    to: '/kitchen',
    name: 'nav.kitchen',
    Icon: IconChefHat,
    isFor: (may: May) => may.command('StartCooking') || may.audit,
  },
  {
    to: '/floor',
    name: 'nav.floor',
    Icon: IconLayoutGrid,
    isFor: (may: May) => may.reading('listTables') || may.audit,
  },
  { to: '/sales', name: 'nav.sales', Icon: IconChartBar, isFor: (may: May) => may.reading('runOlapReport') },
  { to: '/money', name: 'nav.money', Icon: IconCash, isFor: (may: May) => may.reading('getShiftsReport') },
  {
    to: '/menu',
    name: 'nav.menu',
    Icon: IconBook2,
    isFor: (may: May) => may.reading('getProductsReport') || may.command('SetStopList'),
  },
  {
    to: '/staff',
    name: 'nav.staff',
    Icon: IconUsersGroup,
    isFor: (may: May) => may.reading('listAttendanceShifts'),
  },
  { to: '/guests', name: 'nav.guests', Icon: IconAddressBook, isFor: (may: May) => may.reading('listVenueClients') },
  {
    to: '/integrations',
    name: 'nav.integrations',
    Icon: IconPlugConnected,
    isFor: (may: May) => may.reading('listDeliveries'),
  },
  { to: '/audit', name: 'nav.audit', Icon: IconListSearch, isFor: (may: May) => may.audit },
  { to: '/set-up', name: 'nav.setUp', Icon: IconSettings, isFor: (may: May) => may.command('DefinePoint') },
] as const;
