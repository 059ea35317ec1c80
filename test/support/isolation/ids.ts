import { type ListName, listNames, referenceLists, whatOf } from '../../../src/domain/references/lists.ts';
import { DEFINITIONS } from '../command-bodies.ts';

type Lists = typeof referenceLists;
type KindOf<List extends ListName> = Lists[List]['id'] extends `${infer Kind}_id` ? Kind : never;
/** An entry of a reference list: `payment_type`. */
type ListKind = { readonly [List in ListName]: KindOf<List> }[ListName];

/** Each reference list, with the kind of its entries. */
export const listKinds = listNames.map((list) => ({ list, kind: whatOf(list) as ListKind }));

/** Whose id a field of a request is. `other`: an id of another system, a fixed choice, or of something in the same body. */
export type Kind =
  | ListKind
  | 'brand'
  | 'key'
  | 'point'
  | 'order'
  | 'line'
  | 'closed order'
  | 'closed line'
  | 'shift'
  | 'worked shift'
  | 'hall sub-type'
  | 'client'
  | 'address'
  | 'movement'
  | 'organization'
  | 'supplier'
  | 'supply'
  | 'reservation'
  | 'employee'
  | 'delivery'
  | 'category'
  | 'child category'
  | 'folder'
  | 'product'
  | 'modifier group'
  | 'showcase'
  | 'zone'
  | 'accrual'
  | 'motivation'
  | 'person'
  | 'other';

/** One brand's things, by kind. */
export type Ids = Readonly<Record<Exclude<Kind, 'other'>, string | number>>;

/** By the field's name, one and many alike. */
const BY_NAME: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(listKinds.map(({ list, kind }) => [referenceLists[list].id, kind])),
  brand_id: 'brand',
  key_id: 'key',
  point_id: 'point',
  order_id: 'order',
  line_id: 'line',
  shift_id: 'shift',
  default_order_type_sub_id: 'order_type_sub',
  client_id: 'client',
  reservation_id: 'reservation',
  employee_id: 'employee',
  waiter_id: 'employee',
  courier_id: 'employee',
  cashier_id: 'employee',
  delivery_id: 'delivery',
  category_id: 'category',
  parent_id: 'category',
  menu_folder_id: 'folder',
  size_parent_id: 'product',
  product_id: 'product',
  showcase_id: 'showcase',
  menu_id: 'showcase',
  movement_id: 'movement',
  accrual_id: 'accrual',
  motivation_id: 'motivation',
  salary_type_id: 'other',
  zone_id: 'zone',
  command_id: 'other',
  external_id: 'other',
  provider_payment_id: 'other',
  event_id: 'other',
  order_type_id: 'other',
  position_id: 'other',
  source_id: 'other',
  organization_id: 'organization',
  supplier_id: 'supplier',
  supply_id: 'supply',
  // Where a page begins.
  after_id: 'other',
  before_id: 'other',
  after_order_id: 'other',
};

/** Where a name means something else, by route or command and the field's path. */
const BY_PLACE: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(listKinds.map(({ list, kind }) => [`${referenceLists[list].command} id`, kind])),
  'post /v1/orders order_type_sub_id': 'hall sub-type',
  'get /v1/menus/:id id': 'showcase',
  'delete /v1/clients/:client_id/addresses/:id id': 'address',
  'get /venue/v1/supplies/:id id': 'supply',
  'get /audit/v1/events entity_id': 'order',
  'get /venue/v1/menu-folders parent_id': 'folder',
  'get /audit/v1/events/counts entity_id': 'order',
  // No call tells of the order of this world, so its id would answer as a foreign one does.
  'get /venue/v1/deliveries order_id': 'other',
  'get /v1/reports/abc-xyz menu_ids': 'folder',
  'get /v1/reports/products menu_ids': 'folder',
  'post /venue/v1/payroll/preview motivation.id': 'motivation',
  'DefinePoint id': 'point',
  'DefinePaymentType category_id': 'other',
  'DefineZone id': 'zone',
  'RemoveZone id': 'zone',
  'SetExternalIds entries.id': 'hall',
  'DefineCategory id': 'child category',
  'DefineMenuFolder id': 'folder',
  'DefineMenuFolder parent_id': 'folder',
  'DefineProduct id': 'product',
  'DefineProduct modifier_groups.id': 'modifier group',
  'PublishShowcase id': 'showcase',
  'PublishShowcase categories.id': 'other',
  'PublishShowcase products.category_id': 'other',
  'ReturnGoods order_id': 'closed order',
  'ReturnGoods lines.line_id': 'closed line',
  'CloseCheque payments.loyalty.customer_id': 'other',
  // An account or a shift: the tests of money name a shift.
  'MoveMoney shift_id': 'other',
  'ReceiveOrganizationPayment shift_id': 'other',
  'PaySupplier shift_id': 'other',
  'TransferMoney from.shift_id': 'other',
  'TransferMoney to.shift_id': 'other',
  'SettleEmployeeDebt from.shift_id': 'other',
  'RegisterOrganization id': 'organization',
  'RegisterSupplier id': 'supplier',
  'UpdateEmployee id': 'employee',
  'ChangeAccount account_id': 'person',
  'DisableAccount account_id': 'person',
  'EnableAccount account_id': 'person',
  'ResetAccount account_id': 'person',
  'EraseAccount account_id': 'person',
  'DefineMotivation id': 'motivation',
  // One of the two registers is enough.
  'PaySalary shift_id': 'other',
  'EditShift shift_id': 'worked shift',
  'DeleteShift shift_id': 'worked shift',
};

export const isIdName = (name: string): boolean => /(^|_)ids?$/.test(name);

/** What a change, a retirement and a restoration name is what the definition names. */
const definitionOf = (place: string): string => {
  const [, thing] = /^(?:Change|Retire|Restore)(\w+)$/.exec(place) ?? [];
  return DEFINITIONS[thing ?? ''] ?? place;
};

/** Throws where nobody has said yet whose id it is: a new field has to be placed here before it is tested. */
export const kindOf = (place: string, path: string): Kind => {
  const name = path.split('.').at(-1)!.replace(/ids$/, 'id');
  const kind = BY_PLACE[`${definitionOf(place)} ${path}`] ?? BY_NAME[name];
  if (kind === undefined) throw new Error(`whose id is ${path} of ${place}? Say it in test/support/isolation/ids.ts`);
  return kind;
};

const NOWHERE = '00000000-0000-4000-8000-00000000dead';

/** An id like this one that nothing has. */
export const missingLike = (id: string | number): string | number =>
  typeof id === 'number' ? 999_999_999_999 : NOWHERE;
