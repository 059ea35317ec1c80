import type { ExternalList } from '../domain/external-ids/lists.ts';

/** A field that names another thing: the command by its id, the file by its name. */
export interface Reference {
  /** Where the command has it; `*` stands for each entry of a list, or each value of a record. */
  readonly path: readonly string[];
  /** Its name in the file, in the place of the path's last name. */
  readonly as: string;
  readonly to: SectionName;
}

/** A list of the brand, as the file has it. */
export interface Section {
  /** Its external ids. Undefined: the things have names of their own, which `own_name` says. */
  readonly list?: ExternalList;
  /** The field of the command that is the thing's name in the file. */
  readonly own_name?: string;
  /** The command that makes a thing; with an id it replaces one. */
  readonly define: string;
  /** The command that changes the fields that are named, and its field for the id. */
  readonly change: readonly [command: string, id: string];
  /** The commands that remove a thing and bring it back, and their field for the id. */
  readonly retire?: readonly [command: string, id: string];
  readonly restore?: readonly [command: string, id: string];
  /** What is sent instead of a removal. */
  readonly put_aside?: Readonly<Record<string, unknown>>;
  /** The path of its reading below /venue/v1, the name of the list there, and of the id in an entry. */
  readonly reading: readonly [path: string, name: string, id: string];
  readonly references: readonly Reference[];
  /** Fields of the file that say where a thing is: two of one name are then different things. */
  readonly place?: readonly string[];
}

const ref = (path: string, as: string, to: SectionName): Reference => ({ path: path.split('.'), as, to });

const kept = (thing: string, define = `Define${thing}`) =>
  ({
    change: [`Change${thing}`, 'id'],
    retire: [`Retire${thing}`, 'id'],
    restore: [`Restore${thing}`, 'id'],
    define,
  }) as const;

const SECTION_NAMES = [
  ...['points', 'regions', 'districts', 'order_type_subs', 'payment_types', 'payment_purposes', 'cancel_causes'],
  ...['accounts', 'halls', 'tables', 'zones', 'categories', 'menu_folders', 'products', 'showcases', 'staff', 'keys'],
] as const;
export type SectionName =
  | 'points'
  | 'regions'
  | 'districts'
  | 'order_type_subs'
  | 'payment_types'
  | 'payment_purposes'
  | 'cancel_causes'
  | 'accounts'
  | 'halls'
  | 'tables'
  | 'zones'
  | 'categories'
  | 'menu_folders'
  | 'products'
  | 'showcases'
  | 'staff'
  | 'keys';

const POINT = ref('point_id', 'point', 'points');

/** Every list of the file, in an order in which each comes after those that it names. */
export const SECTIONS: Readonly<Record<SectionName, Section>> = {
  points: {
    list: 'points',
    define: 'DefinePoint',
    change: ['ChangePoint', 'id'],
    reading: ['points', 'points', 'id'],
    references: [],
  },
  regions: { ...kept('Region'), list: 'regions', reading: ['regions', 'regions', 'id'], references: [] },
  districts: {
    ...kept('District'),
    list: 'districts',
    reading: ['districts', 'districts', 'id'],
    references: [ref('region_id', 'region', 'regions')],
    place: ['region'],
  },
  order_type_subs: {
    ...kept('OrderTypeSub'),
    list: 'order_type_subs',
    reading: ['order-type-subs', 'order_type_subs', 'id'],
    references: [],
    place: ['order_type_id'],
  },
  payment_types: {
    ...kept('PaymentType'),
    list: 'payment_types',
    reading: ['payment-types', 'payment_types', 'id'],
    references: [ref('point_ids.*', 'points', 'points')],
  },
  payment_purposes: {
    ...kept('PaymentPurpose'),
    list: 'payment_purposes',
    reading: ['payment-purposes', 'payment_purposes', 'id'],
    references: [],
  },
  cancel_causes: {
    ...kept('CancelCause'),
    list: 'cancel_causes',
    reading: ['cancel-causes', 'cancel_causes', 'id'],
    references: [],
  },
  accounts: {
    // ChangeAccount is of the accounts of people.
    ...kept('MoneyAccount', 'DefineAccount'),
    list: 'accounts',
    reading: ['money-accounts', 'money_accounts', 'id'],
    references: [POINT],
    place: ['point'],
  },
  halls: { ...kept('Hall'), list: 'halls', reading: ['halls', 'halls', 'id'], references: [POINT], place: ['point'] },
  tables: {
    ...kept('Table'),
    list: 'tables',
    reading: ['hall-tables', 'hall_tables', 'id'],
    references: [ref('hall_id', 'hall', 'halls')],
    place: ['hall'],
  },
  zones: { ...kept('Zone'), list: 'zones', reading: ['zones', 'zones', 'id'], references: [POINT], place: ['point'] },
  categories: {
    ...kept('Category'),
    list: 'categories',
    reading: ['categories', 'categories', 'id'],
    references: [ref('parent_id', 'parent', 'categories')],
  },
  menu_folders: {
    ...kept('MenuFolder'),
    list: 'menu_folders',
    reading: ['menu-folders', 'menu_folders', 'id'],
    references: [ref('parent_id', 'parent', 'menu_folders')],
  },
  products: {
    list: 'products',
    define: 'DefineProduct',
    change: ['ChangeProduct', 'id'],
    put_aside: { is_active: false },
    reading: ['products', 'products', 'id'],
    references: [
      ref('category_id', 'category', 'categories'),
      ref('menu_folder_id', 'menu_folder', 'menu_folders'),
      ref('size_parent_id', 'size_of', 'products'),
      ref('modifier_groups.*.items.*.product_id', 'product', 'products'),
    ],
    place: ['type'],
  },
  showcases: {
    list: 'showcases',
    define: 'PublishShowcase',
    change: ['ChangeShowcase', 'id'],
    reading: ['showcases', 'showcases', 'id'],
    references: [ref('products.*.product_id', 'product', 'products')],
  },
  staff: {
    own_name: 'login',
    define: 'HireEmployee',
    change: ['UpdateEmployee', 'id'],
    retire: ['DismissEmployee', 'employee_id'],
    reading: ['employees', 'employees', 'id'],
    references: [POINT],
  },
  keys: {
    list: 'keys',
    define: 'IssueKey',
    change: ['UpdateKey', 'key_id'],
    retire: ['RevokeKey', 'key_id'],
    reading: ['keys', 'keys', 'key_id'],
    references: [
      ref('point_ids.*', 'points', 'points'),
      ref('showcase_ids.*', 'showcases', 'showcases'),
      ref('default_order_type_sub_ids.*', 'default_order_type_subs', 'order_type_subs'),
    ],
  },
};

export const sectionNames: readonly SectionName[] = SECTION_NAMES as readonly SectionName[];
