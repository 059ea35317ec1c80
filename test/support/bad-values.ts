/** What a field takes, in words of the contract; what it must refuse follows. */
export type Kind =
  | 'uuid'
  | 'id'
  | 'reference id'
  | 'foreign id'
  | 'text'
  | 'name'
  | 'phone'
  | 'money'
  | 'count'
  | 'positive count'
  | 'percent'
  | 'change'
  | 'order'
  | 'amount'
  | 'quantity'
  | 'stop quantity'
  | 'latitude'
  | 'longitude'
  | 'boolean'
  | 'choice'
  | 'operation'
  | 'number choice'
  | 'instant'
  | 'date'
  | 'time'
  | 'mark time'
  | 'marks'
  | 'url'
  | 'zone'
  | 'list'
  | 'object';

const NO_TEXT = [1, 0, true, [], {}, ['text']];
const NO_NUMBER = ['1', '', 'NaN', '1e3', true, [], {}, [1], 'raw:1e400'];
const HUGE = [1e308, -1e308, 2 ** 53, 1e21];
const TOO_LONG = ['x'.repeat(3_000), 'ў'.repeat(3_000), '👍'.repeat(3_000)];
const UNHOLDABLE = ['a\0b', '\0', '\ud800', 'a\udc00b'];
const EXTENDED = ['+998 90 123 45 67 ext. 4', '+998901234567#4', '+998 90 123 45 67 (доб. 4)'];
/** Nothing that a reader sees. */
const BLANK = ['', '   ', '\t\u00a0', '\u200b\u2060', '\u3164'];
const NO_INSTANT = [
  '',
  'tomorrow',
  '2026-03-01',
  '2026-03-01T10:00:00',
  '2026-02-30T10:00:00Z',
  '2026-03-01T25:00:00Z',
  '2026-03-01T10:00:00.1234567890Z',
];

const NO_DATE = ['', 'today', '2026-02-30', '2026-13-01', '2026-3-1', '01.03.2026', '2026-03-01T10:00:00Z'];

const NO_MARK_TIME = ['', 'tomorrow', '2026-03-01', '09:00', '2026-02-30T10:00:00Z', '2026-03-01T25:00', '1e3'];

/** Values a field of the kind must refuse with 400, `null` and absence aside. */
export const BAD_VALUES: Readonly<Record<Kind, readonly unknown[]>> = {
  uuid: [...NO_TEXT, '', 'x', 'null', '6e3c2f5a-4f6b-5d0e-9a51', 'g'.repeat(36), ...UNHOLDABLE, ...TOO_LONG],
  id: [...NO_NUMBER, ...HUGE, 0, -1, 1.5, -0.5],
  // An integer here, a UUID there: neither takes these.
  'reference id': [true, [], {}, '', 'x', ...HUGE, -1, 1.5],
  // Another system's: whichever of the two it uses.
  'foreign id': [true, [], {}, ...BLANK, ...HUGE, 1.5, ...UNHOLDABLE, ...TOO_LONG],
  text: [...NO_TEXT, ...UNHOLDABLE, ...TOO_LONG],
  name: [...NO_TEXT, ...UNHOLDABLE, ...TOO_LONG, ...BLANK],
  phone: [...NO_TEXT, ...UNHOLDABLE, ...TOO_LONG, '', 'abc', '+', '12', '+0000000000000', '٠١٢٣', ...EXTENDED],
  money: [...NO_NUMBER, ...HUGE, -1, 1.5],
  count: [...NO_NUMBER, ...HUGE, -1, 1.5],
  'positive count': [...NO_NUMBER, ...HUGE, 0, -1, 1.5],
  change: [...NO_NUMBER, ...HUGE, 0, 1.5],
  order: [...NO_NUMBER, ...HUGE, 1.5],
  amount: [...NO_NUMBER, ...HUGE, -1],
  percent: [...NO_NUMBER, ...HUGE, -1, 100.001, 1.0001],
  quantity: [...NO_NUMBER, ...HUGE, 0, -1, 0.0001, 1.2345],
  'stop quantity': [...NO_NUMBER, ...HUGE, -1, 0.0001, 1.2345],
  latitude: [...NO_NUMBER, ...HUGE, 90.1, -90.1],
  longitude: [...NO_NUMBER, ...HUGE, 180.1, -180.1],
  boolean: ['true', 'false', '', 1, 0, [], {}],
  choice: [...NO_TEXT, '', 'other', 'PARTNER', '__proto__', ...UNHOLDABLE],
  operation: [...NO_TEXT, '', 'salary', 'EXPENSE', '__proto__', ...UNHOLDABLE],
  'number choice': [...NO_NUMBER, ...HUGE, 0, 99, -1, 1.5],
  instant: [...NO_TEXT, ...NO_INSTANT, '0000-01-01T00:00:00Z', ...UNHOLDABLE],
  date: [...NO_TEXT, ...NO_DATE, ...UNHOLDABLE],
  time: [...NO_TEXT, '', '9:00', '25:00', '10:60', '10:00:00', 'noon', '24:01', ...UNHOLDABLE],
  'mark time': [...NO_MARK_TIME, true, [], {}, ...HUGE, ...UNHOLDABLE, ...TOO_LONG],
  // Entries of whatever kind are each answered for themselves.
  marks: ['', 'x', 1, true, {}, Array(501).fill({})],
  url: [...NO_TEXT, '', 'x', '/relative.jpg', ...UNHOLDABLE, ...TOO_LONG],
  zone: [...NO_TEXT, '', 'Mars/Olympus', '+05:00', ...UNHOLDABLE, ...TOO_LONG],
  list: ['', 'x', 1, true, {}, [{ a: [] }, null], Array(20_000).fill(null)],
  object: ['', 'x', 1, true, [], [{}]],
};

const NAMES: Readonly<Record<Kind, string>> = {
  uuid: 'point_id brand_id key_id command_id point_ids[] reservation_id',
  id: `client_id product_id category_id payment_type_id order_type_sub_id table_id hall_id region_id cancel_cause_id cashier_id
    courier_id order_id employee_id shift_id position_id parent_id menu_folder_id size_parent_id showcase_ids[] product_ids[]
    employee_ids[] category_ids[] menu_folder_ids[] motivation_id accrual_id
    line_id line_ids[] waiter_id account_id payment_purpose_id movement_id organization_id supplier_id supply_id
    district_id delivery_id default_order_type_sub_ids.1
    default_order_type_sub_ids.2 default_order_type_sub_ids.3 categories[].id`,
  'reference id': 'id entries[].id',
  'foreign id': 'loyalty.customer_id',
  text: `password old new actor comment address.street address.apartment address.floor address.entrance address.intercom address
    description unit barcode plu fiscal_code reason client.name guest.name
    tin type_name document RegisterOrganization.address verify-code.name addresses.name addresses.short_name apartment floor entrance intercom navigate note`,
  name: `invitation DefineClosedDay.reason DefineSpecialHours.reason GiveBonus.reason ImposeFine.reason name short_name api_key login role role_name position_name code products[].name
    otp AdjustPoints.reason EraseClient.reason EraseEmployee.reason EraseAccount.reason RemoveItem.reason ReopenCheque.reason discount_reason external_id provider_payment_id failed`,
  phone: 'phone',
  money: `base_price price min_order_amount cost opening_cash counted_cash left_cash amount tendered discount service_amount
    delivery_amount refunded_amount debt_amount debt_limit counted`,
  count: `retention_days delivery_distance preparation_minutes source_id currency_exponent min max min_amount max_amount
    max_days_ahead no_show_after_minutes minutes unassigned_auto_confirm_guests_per_hour`,
  'positive count': `persons capacity requests_per_minute default_duration_minutes min_duration_minutes
    max_duration_minutes slot_step_minutes guests duration_minutes deposit.amount MoveMoney.amount TransferMoney.amount`,
  change: 'AdjustPoints.amount',
  order: 'order_number priority OpenSalaryBalance.amount opening_balance',
  percent: 'discount_percent',
  amount: 'rate kpi_percent weight calories proteins fat carbohydrates',
  quantity: 'quantity',
  'stop quantity': 'entries[].quantity',
  latitude: 'latitude',
  longitude: 'longitude polygon[][]',
  boolean:
    'auto_confirm accepts_orders_when_closed is_open is_default is_payout is_comment_required is_active is_divisible required on_sale closed is_own_point is_internal leave_open',
  choice: `list test.event InviteAccount.role ChangeAccount.role audience operator_confirmation permissions[] language currency country_code source type
    cancelled_by deposit_status deposit.status events[] register direction calculation_type scope.days`,
  operation: 'operation',
  'number choice':
    'order_type_id order_type_ids[] salary_type_id DefinePaymentType.category_id ChangePaymentType.category_id day days[]',
  date: 'date SetSalaryTerms.from preview.date_from preview.date_to',
  instant: 'occurred_at expires_at scheduled_at',
  time: 'open close from to start_time end_time business_day_cutoff',
  'mark time': 'time check_in check_out',
  marks: 'events.events',
  url: 'image logo url base_url',
  zone: 'timezone',
  list: `employee_ids category_ids menu_folder_ids order_type_ids items modifiers permissions point_ids showcase_ids working_hours modifier_groups prices days costs product_ids
    categories products entries line_ids lines payments polygon ConfigureWebhook.events non_cash`,
  object:
    'state motivation scope client guest owner loyalty deposit TransferMoney.from TransferMoney.to orders.address calculate.address reservation_rules window default_order_type_sub_ids',
};

const kinds = new Map<string, Kind>();
for (const [kind, names] of Object.entries(NAMES)) {
  for (const name of names.split(/\s+/)) kinds.set(name, kind as Kind);
}

/** The kind of a field: by the longest end of its path that is known; an entry of a list that is not listed is an object. */
export const kindOf = (route: string, path: string): Kind => {
  const parts = `${route}.${path}`.replace(/\[\d+\]/g, '[]').split('.');
  for (let from = 0; from < parts.length; from++) {
    const kind = kinds.get(parts.slice(from).join('.'));
    if (kind) return kind;
  }
  if (path.endsWith(']')) return 'object';
  throw new Error(`no kind is known for ${route} ${path}`);
};

/** Whether a message names the field, or one below it. */
export const names = ({ message }: { message: unknown }, field: string): boolean =>
  typeof message === 'string' && new RegExp(`(?<![\\w.])${RegExp.escape(field)}(?!\\w)`).test(message);

/** `value_not_storable` is the log's own last word, when every check before it has missed something. */
export const isOurs = (code: unknown): boolean =>
  typeof code === 'string' && /^[a-z_]+$/.test(code) && code !== 'value_not_storable';
