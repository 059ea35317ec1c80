/** What a person of the brand may be. Each account has one role. */
export const ROLES = ['owner', 'manager', 'cashier', 'cook', 'accountant', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** `own_shift`: only what belongs to a till shift of which the person is the cashier. */
export type Access = 'all' | 'own_shift';

type Roles = Readonly<Partial<Record<Role, Access>>>;

/** What belongs together: who may do it, by which commands, and by which readings (the operation ids of routes). */
export interface Area {
  readonly roles: Roles;
  readonly commands?: readonly string[];
  readonly readings?: readonly string[];
}

const all = (...roles: readonly Role[]): Roles => Object.fromEntries(roles.map((role) => [role, 'all']));

/** The list of what the brand has defined, and one entry of it. */
const readingsOf = (...things: readonly string[]): readonly string[] =>
  things.flatMap((thing) => [`listVenue${thing}s`, `getVenue${thing}`]);

const changesOf = (...things: readonly string[]): readonly string[] => things.map((thing) => `Change${thing}`);

const retirementsOf = (...things: readonly string[]): readonly string[] =>
  things.flatMap((thing) => [`Change${thing}`, `Retire${thing}`, `Restore${thing}`]);

const HEADS = ['owner', 'manager'] as const;
const TILL = [...HEADS, 'cashier'] as const;
const READERS = [...HEADS, 'accountant', 'auditor'] as const;

/**
 * The one table of who may do what. What stands in no row, no person may do: it is for keys alone. A test tries each command
 * and route with each role, and compares with a table of its own.
 */
export const AREAS = {
  till: {
    roles: all(...TILL),
    commands: [
      ...['OpenShift', 'CloseShift', 'RegisterPayment', 'FailPayment', 'ConfirmOrder', 'RejectOrder'],
      ...['ReleasePreorder', 'AcceptOrder', 'SendToKitchen', 'HandToCourier', 'DeliverOrder', 'OpenCheque'],
      ...['AddItems', 'RemoveItem', 'AdjustCheque'],
      ...['AssignCheque', 'ReopenCheque', 'CloseCheque', 'DeleteCheque', 'ReturnGoods'],
      ...['IdentifyLoyaltyCustomer', 'CancelLoyaltyHold', 'BookTable', 'MoveReservation', 'ConfirmReservation'],
      ...['DeclineReservation', 'CancelReservation', 'MarkNoShow', 'SeatReservation', 'SeatWalkIn', 'FreeTable'],
    ],
    readings: [
      ...['listVenueReservations', 'listTables', 'listHalls', 'getReservationSettings', 'findAvailability'],
      // Who can be the waiter of a cheque.
      ...['listEmployees', 'listSmsMessages'],
    ],
  },
  kitchen: {
    roles: all(...TILL, 'cook'),
    commands: ['StartCooking', 'PackOrder', 'SetStopList', 'ClearStopList'],
    readings: [
      ...['streamOrders', 'listVenueOrders', 'getStopList'],
      // What can be put on a cheque, with its prices.
      ...['getNomenclature', 'listMenus', 'getMenu'],
    ],
  },
  /** One cheque: whoever reads reports comes to it from their sums. */
  cheque: { roles: all(...ROLES), readings: ['getVenueOrder'] },
  /** What goes on at a point, for every page. */
  board: {
    roles: all(...TILL, 'cook', 'accountant'),
    readings: ['getBoard', 'streamPoint'],
  },
  attention: { roles: all(...HEADS), readings: ['getAttention'] },
  /** The names that every page shows. They say nothing of persons or money. */
  names: {
    roles: all(...ROLES),
    readings: [
      ...['listPoints', 'isPointAlive', 'listOrderTypes', 'listOrderTypeSubs', 'listPaymentTypes', 'listCancelCauses'],
      ...readingsOf('Point', 'Hall', 'HallTable', 'Zone', 'PaymentType', 'PaymentPurpose', 'OrderTypeSub'),
      ...readingsOf('CancelCause', 'MoneyAccount', 'Region', 'District', 'MenuFolder'),
      ...['listVenueCategories', 'getVenueCategory'],
      ...['getVenueBrand', 'listSpecialDays'],
    ],
  },
  /** What the brand has defined beside these: with costs, persons, or what was agreed with others. */
  defined: {
    roles: all(...READERS),
    readings: [
      ...readingsOf('Product', 'Showcase', 'Employee', 'Shift', 'Organization', 'Supplier', 'Motivation', 'Accrual'),
      ...['listVenueSupplies', 'getVenueSupply'],
    ],
  },
  brand: {
    roles: all(...HEADS),
    commands: [
      ...['DefineOrderTypeSub', 'DefinePaymentType', 'DefinePaymentPurpose', 'DefineCancelCause', 'DefineAccount'],
      ...['DefineRegion', 'DefineDistrict', 'DefineHall', 'DefineTable', 'DefinePoint', 'DefineZone', 'RemoveZone'],
      ...['DefineClosedDay', 'RemoveClosedDay', 'DefineSpecialHours', 'RemoveSpecialHours'],
      ...['DefineCategory', 'DefineMenuFolder', 'DefineProduct', 'SetPrices', 'SetCosts', 'SetOnSale'],
      ...['CloseMenuSection', 'PublishShowcase', 'HireEmployee', 'UpdateEmployee', 'BlockEmployee'],
      ...['UnblockEmployee', 'DismissEmployee', 'RecordMark', 'AddShift', 'EditShift', 'DeleteShift'],
      ...changesOf('Point', 'Product', 'Showcase'),
      ...retirementsOf('Hall', 'Table', 'PaymentType', 'PaymentPurpose', 'OrderTypeSub', 'CancelCause', 'MoneyAccount'),
      ...retirementsOf('Region', 'District', 'Category', 'MenuFolder', 'Zone'),
      'SetExternalIds',
    ],
    readings: ['listExternalIds', 'uploadImage', 'listImages'],
  },
  /** Money that a cashier moves in the own drawer, whomever it comes from or goes to. */
  drawer: {
    roles: { ...all(...HEADS, 'accountant'), cashier: 'own_shift' },
    commands: [
      ...['AcceptShift', 'MoveMoney', 'TransferMoney', 'ReceiveOrganizationPayment', 'PaySupplier', 'PaySalary'],
      'SettleEmployeeDebt',
    ],
  },
  money: {
    roles: all(...HEADS, 'accountant'),
    commands: [
      ...['CancelMovement', 'CountAccount', 'RegisterOrganization', 'RegisterSupplier', 'RecordSupply'],
      ...['ReturnSupply', 'CancelSupply', 'SetSalaryTerms', 'OpenSalaryBalance', 'AccrueSalary'],
      ...['GiveBonus', 'ImposeFine', 'CancelAccrual', 'DefineMotivation', 'AssignMotivation'],
      ...changesOf('Organization', 'Supplier', 'Motivation'),
    ],
    readings: ['previewPayroll'],
  },
  access: {
    roles: all(...HEADS),
    commands: [
      ...['IssueKey', 'UpdateKey', 'RevokeKey', 'ConfigureWebhook', 'RotateWebhookSecret', 'PingWebhook'],
      ...['ResendDelivery', 'ConfigureLoyalty', 'RotateLoyaltySecret', 'PingLoyalty', 'DisconnectLoyalty'],
      ...['AdjustPoints', 'InviteAccount', 'ChangeAccount', 'DisableAccount', 'EnableAccount', 'ResetAccount'],
    ],
    readings: [
      'listDeliveries',
      'getDelivery',
      'listAccounts',
      'listVenueClients',
      'getVenueClient',
      ...readingsOf('Key', 'Webhook'),
      'getVenueLoyalty',
    ],
  },
  erasure: {
    roles: all('owner'),
    commands: ['EraseClient', 'EraseEmployee', 'EraseAccount', 'SetRetention'],
  },
  shift_totals: {
    roles: { ...all(...READERS), cashier: 'own_shift' },
    readings: ['getShiftsReport', 'getToday'],
  },
  reports: {
    roles: all(...READERS),
    readings: [
      ...['exportCheques', 'exportChequeLines', 'exportReturns', 'listAttendanceShifts', 'getAttendanceReport'],
      ...['getAbcXyzReport', 'getProductsReport', 'listMenuFolders', 'getPayrollReport', 'getMoneyMovementsReport'],
      ...['getOrganizationsReport', 'getSuppliersReport', 'getOrganizationPayments', 'getRegistrationsReport'],
      ...[
        'getMoneyAccountsReport',
        'getPayrollDays',
        'listOlapColumns',
        'runOlapReport',
        'compareOlapReports',
        'getOlapDetails',
      ],
    ],
  },
  /** Every reading whose audience is the auditors. */
  audit: { roles: all('owner', 'auditor') },
} as const satisfies Readonly<Record<string, Area>>;

const areas: readonly Area[] = Object.values(AREAS);

const rolesOf = (pick: (area: Area) => readonly string[] | undefined): ReadonlyMap<string, Roles> =>
  new Map(areas.flatMap((area) => (pick(area) ?? []).map((name) => [name, area.roles] as const)));

const byCommand = rolesOf(({ commands }) => commands);
const byReading = rolesOf(({ readings }) => readings);

/** How far a person of the role may give the command. Undefined: not at all. */
export const accessToCommand = (role: Role, type: string): Access | undefined => byCommand.get(type)?.[role];

/**
 * How far a person of the role may use the reading. Undefined: not at all.
 * @param isForAuditors whether the route's audience is the auditors
 */
export const accessToReading = (role: Role, operationId: string, isForAuditors: boolean): Access | undefined => {
  const roles: Roles | undefined = isForAuditors ? AREAS.audit.roles : byReading.get(operationId);
  return roles?.[role];
};

/** Whether the role gives any command: whoever has none is refused before the body of a batch is read. */
export const hasCommands = (role: Role): boolean =>
  areas.some(({ roles, commands }) => commands !== undefined && roles[role] !== undefined);

/**
 * The commands and the readings of a role by name: what a page may show the person.
 * @param isOfWholeBrand whether the person is for every point: audits are of the whole brand
 */
export const rightsOf = (role: Role, isOfWholeBrand: boolean) => {
  const held = (names: ReadonlyMap<string, Roles>) =>
    [...names].flatMap(([name, roles]) => (roles[role] === undefined ? [] : [name]));
  return { commands: held(byCommand), readings: held(byReading), audit: isOfWholeBrand && role in AREAS.audit.roles };
};

/** Only an owner, or a key of the whole brand, acts on accounts of owners. */
export const mayTouchOwners = (role: Role | null): boolean => role === null || role === 'owner';
