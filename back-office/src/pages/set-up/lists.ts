import type { CommandName } from '@tillstream/client';

/** How a field is typed. A choice is one of a few, a choice of many is several of them. */
export type FieldKind = 'text' | 'flag' | 'count' | 'place' | 'choice' | 'many' | 'picture';

/** Every field that a list's entry can have. */
export const FIELDS = {
  name: { kind: 'text', words: 'integrations.name' },
  code: { kind: 'text', words: 'setUp.field.code' },
  is_payout: { kind: 'flag', words: 'setUp.field.is_payout' },
  is_default: { kind: 'flag', words: 'setUp.field.is_default' },
  is_comment_required: { kind: 'flag', words: 'setUp.field.is_comment_required' },
  capacity: { kind: 'count', words: 'setUp.field.capacity' },
  order_type_id: { kind: 'choice', words: 'setUp.field.order_type_id' },
  category_id: { kind: 'choice', words: 'integrations.kind' },
  source: { kind: 'choice', words: 'setUp.field.source' },
  point_id: { kind: 'choice', words: 'shell.point' },
  point_ids: { kind: 'many', words: 'setUp.points' },
  hall_id: { kind: 'choice', words: 'floor.hall' },
  region_id: { kind: 'choice', words: 'setUp.field.region_id' },
  parent_id: { kind: 'choice', words: 'menu.parent' },
  order_number: { kind: 'place', words: 'menu.import.field.order_number' },
  is_active: { kind: 'flag', words: 'menu.active' },
  image: { kind: 'picture', words: 'picture.label' },
} as const satisfies Readonly<Record<string, { readonly kind: FieldKind; readonly words: string }>>;
export type FieldName = keyof typeof FIELDS;

interface ListTerms {
  /** Below `/venue/v1/`. */
  readonly path: string;
  readonly title: string;
  /** Words of the button that adds an entry. */
  readonly add: string;
  readonly define: CommandName;
  readonly change: CommandName;
  readonly retire: CommandName;
  readonly restore: CommandName;
  /** What the form asks for. Fields that have a form of their own are not here. */
  readonly fields: readonly FieldName[];
}

/** The lists of a brand, by the names of their readings. */
export const LISTS = {
  payment_purposes: {
    path: 'payment-purposes',
    title: 'setUp.list.purposes',
    add: 'setUp.add.purpose',
    define: 'DefinePaymentPurpose',
    change: 'ChangePaymentPurpose',
    retire: 'RetirePaymentPurpose',
    restore: 'RestorePaymentPurpose',
    fields: ['name', 'is_payout'],
  },
  cancel_causes: {
    path: 'cancel-causes',
    title: 'setUp.list.causes',
    add: 'setUp.add.cause',
    define: 'DefineCancelCause',
    change: 'ChangeCancelCause',
    retire: 'RetireCancelCause',
    restore: 'RestoreCancelCause',
    fields: ['name', 'is_comment_required', 'is_default'],
  },
  order_type_subs: {
    path: 'order-type-subs',
    title: 'setUp.list.orderTypes',
    add: 'setUp.add.orderType',
    define: 'DefineOrderTypeSub',
    change: 'ChangeOrderTypeSub',
    retire: 'RetireOrderTypeSub',
    restore: 'RestoreOrderTypeSub',
    fields: ['name', 'order_type_id', 'is_default'],
  },
  money_accounts: {
    path: 'money-accounts',
    title: 'setUp.list.accounts',
    add: 'setUp.add.account',
    define: 'DefineAccount',
    change: 'ChangeMoneyAccount',
    retire: 'RetireMoneyAccount',
    restore: 'RestoreMoneyAccount',
    fields: ['name', 'code', 'source', 'point_id'],
  },
  regions: {
    path: 'regions',
    title: 'setUp.list.regions',
    add: 'setUp.add.region',
    define: 'DefineRegion',
    change: 'ChangeRegion',
    retire: 'RetireRegion',
    restore: 'RestoreRegion',
    fields: ['name'],
  },
  districts: {
    path: 'districts',
    title: 'setUp.list.districts',
    add: 'setUp.add.district',
    define: 'DefineDistrict',
    change: 'ChangeDistrict',
    retire: 'RetireDistrict',
    restore: 'RestoreDistrict',
    fields: ['name', 'region_id'],
  },
  halls: {
    path: 'halls',
    title: 'setUp.list.halls',
    add: 'setUp.do.halls',
    define: 'DefineHall',
    change: 'ChangeHall',
    retire: 'RetireHall',
    restore: 'RestoreHall',
    fields: ['name'],
  },
  hall_tables: {
    path: 'hall-tables',
    title: 'floor.tables',
    add: 'setUp.add.table',
    define: 'DefineTable',
    change: 'ChangeTable',
    retire: 'RetireTable',
    restore: 'RestoreTable',
    fields: ['name', 'hall_id', 'capacity'],
  },
  payment_types: {
    path: 'payment-types',
    title: 'setUp.step.payments',
    add: 'setUp.do.payments',
    define: 'DefinePaymentType',
    change: 'ChangePaymentType',
    retire: 'RetirePaymentType',
    restore: 'RestorePaymentType',
    fields: ['name', 'category_id', 'point_ids'],
  },
  zones: {
    path: 'zones',
    title: 'setUp.zones',
    add: 'setUp.draw',
    define: 'DefineZone',
    change: 'ChangeZone',
    retire: 'RetireZone',
    restore: 'RestoreZone',
    fields: [],
  },
  categories: {
    path: 'categories',
    title: 'menu.sections.title',
    add: 'menu.sections.add',
    define: 'DefineCategory',
    change: 'ChangeCategory',
    retire: 'RetireCategory',
    restore: 'RestoreCategory',
    fields: ['name', 'parent_id', 'order_number', 'image'],
  },
  menu_folders: {
    path: 'menu-folders',
    title: 'menu.sections.folders',
    add: 'menu.sections.addFolder',
    define: 'DefineMenuFolder',
    change: 'ChangeMenuFolder',
    retire: 'RetireMenuFolder',
    restore: 'RestoreMenuFolder',
    fields: ['name', 'parent_id', 'order_number', 'is_active'],
  },
} as const satisfies Readonly<Record<string, ListTerms>>;
export type ListName = keyof typeof LISTS;

/** An entry of a list: its command's fields. */
export interface Entry {
  readonly id: number;
  readonly name: string;
  readonly [field: string]: unknown;
}
