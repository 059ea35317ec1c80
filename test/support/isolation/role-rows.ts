import type { Role } from '../../../src/domain/accounts/roles.ts';
import type { Door } from './access.ts';

/** What may be done, who may, and where it is done: written by hand, and never taken from the table that is tested. */
interface Row {
  readonly roles: readonly Role[];
  /** Types of commands. */
  readonly commands?: string;
  /** `get /venue/v1/orders`: the beginning of a route is enough if a `*` ends it. */
  readonly routes?: string;
}

const EVERYBODY = ['owner', 'manager', 'cashier', 'cook', 'accountant', 'auditor'] as const;

const ROWS: Readonly<Record<string, Row>> = {
  'till commands, floor, cheques': {
    roles: ['owner', 'manager', 'cashier'],
    commands: `OpenShift CloseShift RegisterPayment FailPayment ConfirmOrder RejectOrder ReleasePreorder AcceptOrder
      SendToKitchen HandToCourier DeliverOrder OpenCheque AddItems RemoveItem AdjustCheque AssignCheque ReopenCheque
      CloseCheque DeleteCheque ReturnGoods IdentifyLoyaltyCustomer CancelLoyaltyHold BookTable MoveReservation
      ConfirmReservation DeclineReservation CancelReservation MarkNoShow SeatReservation SeatWalkIn FreeTable`,
    routes: `get /venue/v1/reservations, get /venue/v1/tables, get /venue/v1/sms-outbox, get /v1/reservations/settings,
      get /v1/reservations/halls, get /v1/reservations/availability, get /v1/attendance/employees`,
  },
  'kitchen steps, stop-list': {
    roles: ['owner', 'manager', 'cashier', 'cook'],
    commands: 'StartCooking PackOrder SetStopList ClearStopList',
    routes: `get /venue/v1/orders, get /venue/v1/orders/stream, get /v1/stop-list, get /v1/nomenclature, get /v1/menus,
      get /v1/menus/:id`,
  },
  'catalogue, prices, menus, zones, references, staff, timesheets': {
    roles: ['owner', 'manager'],
    commands: `DefineOrderTypeSub DefinePaymentType DefinePaymentPurpose DefineCancelCause DefineAccount DefineRegion
      DefineDistrict DefineHall DefineTable DefinePoint DefineZone RemoveZone
      DefineClosedDay RemoveClosedDay DefineSpecialHours RemoveSpecialHours DefineCategory DefineMenuFolder DefineProduct
      SetPrices SetCosts SetOnSale CloseMenuSection PublishShowcase HireEmployee UpdateEmployee BlockEmployee
      UnblockEmployee DismissEmployee RecordMark AddShift EditShift DeleteShift
      ChangeProduct ChangePoint ChangeShowcase ChangeHall RetireHall RestoreHall ChangeTable RetireTable
      RestoreTable ChangePaymentType RetirePaymentType RestorePaymentType ChangePaymentPurpose RetirePaymentPurpose
      RestorePaymentPurpose ChangeOrderTypeSub RetireOrderTypeSub RestoreOrderTypeSub ChangeCancelCause
      RetireCancelCause RestoreCancelCause ChangeMoneyAccount RetireMoneyAccount RestoreMoneyAccount ChangeRegion
      RetireRegion RestoreRegion ChangeDistrict RetireDistrict RestoreDistrict ChangeCategory RetireCategory
      RestoreCategory ChangeMenuFolder RetireMenuFolder RestoreMenuFolder ChangeZone RetireZone RestoreZone SetExternalIds`,
    routes: 'get /venue/v1/external-ids, get /venue/v1/images, post /venue/v1/images',
  },
  'money, counterparties, payroll, accepting shifts': {
    roles: ['owner', 'manager', 'accountant'],
    commands: `CancelMovement CountAccount RegisterOrganization RegisterSupplier RecordSupply ReturnSupply CancelSupply
      SetSalaryTerms OpenSalaryBalance AccrueSalary GiveBonus ImposeFine CancelAccrual DefineMotivation AssignMotivation
      ChangeOrganization ChangeSupplier ChangeMotivation`,
    routes: 'post /venue/v1/payroll/preview',
  },
  'the same at the drawer of a shift: a cashier at the own one': {
    roles: ['owner', 'manager', 'accountant', 'cashier'],
    commands: `AcceptShift MoveMoney TransferMoney ReceiveOrganizationPayment PaySupplier PaySalary SettleEmployeeDebt`,
  },
  'keys, webhooks, loyalty, accounts': {
    roles: ['owner', 'manager'],
    commands: `IssueKey UpdateKey RevokeKey ConfigureWebhook RotateWebhookSecret PingWebhook ResendDelivery
      ConfigureLoyalty RotateLoyaltySecret PingLoyalty DisconnectLoyalty AdjustPoints InviteAccount ChangeAccount
      DisableAccount EnableAccount ResetAccount`,
    routes: `get /venue/v1/deliveries, get /venue/v1/deliveries/:delivery_id, get /venue/v1/accounts,
      get /venue/v1/clients, get /venue/v1/clients/:client_id, get /venue/v1/keys, get /venue/v1/keys/:key_id,
      get /venue/v1/webhooks, get /venue/v1/webhooks/:key_id, get /venue/v1/loyalty`,
  },
  'erasure, retention': { roles: ['owner'], commands: 'EraseClient EraseEmployee EraseAccount SetRetention' },
  "a shift's totals: a cashier those of the own one": {
    roles: ['owner', 'manager', 'cashier', 'accountant', 'auditor'],
    routes: 'get /v1/reports/shifts, get /venue/v1/points/:point_id/today',
  },
  'reports and exports': {
    roles: ['owner', 'manager', 'accountant', 'auditor'],
    routes: 'get /v1/attendance/shifts, get /v1/export/*, get /v1/reports/*, post /v1/reports/*',
  },
  'the cheque that a sum leads to': { roles: EVERYBODY, routes: 'get /venue/v1/orders/:order_id' },
  audit: { roles: ['owner', 'auditor'], routes: 'get /audit/v1/*, post /audit/v1/*' },
  'what goes on at a point': {
    roles: ['owner', 'manager', 'cashier', 'cook', 'accountant'],
    routes: 'get /venue/v1/points/:point_id/board, get /venue/v1/points/:point_id/stream',
  },
  'what needs attention': { roles: ['owner', 'manager'], routes: 'get /venue/v1/points/:point_id/attention' },
  names: {
    roles: EVERYBODY,
    routes: `get /v1/points, get /v1/points/:point_id/is-alive, get /v1/order-types, get /v1/order-type-subs,
      get /v1/payment-types, get /v1/cancel-causes, get /venue/v1/special-days,
      get /venue/v1/brand`,
  },
  'what the brand defined: names, and what is chosen from': {
    roles: EVERYBODY,
    routes: `get /venue/v1/points, get /venue/v1/points/:point_id,
      get /venue/v1/halls, get /venue/v1/halls/:hall_id,
      get /venue/v1/hall-tables, get /venue/v1/hall-tables/:table_id,
      get /venue/v1/zones, get /venue/v1/zones/:zone_id,
      get /venue/v1/payment-types, get /venue/v1/payment-types/:payment_type_id,
      get /venue/v1/payment-purposes, get /venue/v1/payment-purposes/:payment_purpose_id,
      get /venue/v1/order-type-subs, get /venue/v1/order-type-subs/:order_type_sub_id,
      get /venue/v1/cancel-causes, get /venue/v1/cancel-causes/:cancel_cause_id,
      get /venue/v1/money-accounts, get /venue/v1/money-accounts/:account_id,
      get /venue/v1/regions, get /venue/v1/regions/:region_id,
      get /venue/v1/districts, get /venue/v1/districts/:district_id,
      get /venue/v1/menu-folders, get /venue/v1/menu-folders/:menu_folder_id,
      get /venue/v1/categories, get /venue/v1/categories/:category_id`,
  },
  'what the brand defined: costs, persons, agreements': {
    roles: ['owner', 'manager', 'accountant', 'auditor'],
    routes: `get /venue/v1/products, get /venue/v1/products/:product_id,
      get /venue/v1/showcases, get /venue/v1/showcases/:menu_id,
      get /venue/v1/employees, get /venue/v1/employees/:employee_id,
      get /venue/v1/shifts, get /venue/v1/shifts/:shift_id,
      get /venue/v1/organizations, get /venue/v1/organizations/:organization_id,
      get /venue/v1/suppliers, get /venue/v1/suppliers/:supplier_id,
      get /venue/v1/motivations, get /venue/v1/motivations/:motivation_id,
      get /venue/v1/accruals, get /venue/v1/accruals/:accrual_id,
      get /venue/v1/supplies, get /venue/v1/supplies/:id`,
  },
  'the own session': {
    roles: EVERYBODY,
    routes: `get /venue/v1/session, delete /venue/v1/session, post /venue/v1/session/password, get /venue/v1/sessions,
      delete /venue/v1/sessions/:session_id`,
  },
  // Of its entries each is judged by its own command.
  'a batch of commands': {
    roles: ['owner', 'manager', 'cashier', 'cook', 'accountant'],
    routes: 'post /venue/v1/commands, post /venue/v1/command-check',
  },
  'public: nobody is asked for a role': {
    roles: [],
    routes: 'post /v1/auth/token, post /venue/v1/session, post /venue/v1/session/accept',
  },
  'keys alone': {
    roles: [],
    commands: 'CreateBrand',
    routes: `post /v1/delivery/check, post /v1/orders, post /v1/orders/calculate, get /v1/orders, get /v1/orders/:order_id,
      post /v1/orders/:order_id/cancel, post /v1/orders/:order_id/payment, post /v1/clients/*, get /v1/clients/*, delete /v1/clients/*,
      post /v1/attendance/events, get /v1/reservations, post /v1/reservations, patch /v1/reservations/:reservation_id,
      get /v1/reservations/:reservation_id, post /v1/reservations/:reservation_id/cancel,
      post /v1/reservations/:reservation_id/deposit, get /v1/webhooks/events, post /v1/webhooks/test`,
  },
};

const COMMAND = /^post \/venue\/v1\/commands\/(\w+)$/;

const namesIn = ({ commands = '', routes = '' }: Row): string[] => [
  ...(commands.match(/\w+/g) ?? []).map((type) => `post /venue/v1/commands/${type}`),
  ...(routes === '' ? [] : routes.split(',').map((route) => route.trim())),
];

/** By the name of a route; with a `*` at the end, by its beginning. */
const rolesByName = new Map(
  Object.values(ROWS).flatMap((row) => namesIn(row).map((name) => [name, row.roles] as const)),
);

const beginnings = [...rolesByName].flatMap(([name, roles]) =>
  name.endsWith('*') ? [{ start: name.slice(0, -1), roles }] : [],
);

/** The roles that may use a door. Throws, by name, where nobody has said it yet. */
export const rolesOf = ({ place }: Pick<Door, 'place'>): readonly Role[] => {
  const roles = rolesByName.get(place) ?? beginnings.find(({ start }) => place.startsWith(start))?.roles;
  if (roles === undefined) throw new Error(`which roles may ${place}? Say it in test/support/isolation/role-rows.ts`);
  return roles;
};

/** The command behind a door. Undefined: it is another route. */
export const commandOf = ({ place }: Pick<Door, 'place'>): string | undefined => COMMAND.exec(place)?.[1];

/** Names that stand in a row and are no door, and those that stand in two. */
export const wrongNames = (doors: readonly Pick<Door, 'place'>[]): string[] => {
  const names = Object.values(ROWS).flatMap(namesIn);
  const places = doors.map(({ place }) => place);
  const isThere = (name: string) =>
    name.endsWith('*') ? places.some((place) => place.startsWith(name.slice(0, -1))) : places.includes(name);
  return names.filter((name, index) => !isThere(name) || names.indexOf(name) !== index);
};
