import { debtsSetOff } from '../orders/cheques/set-off-sql.ts';
import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const id = (name: string, about: string, sql = `t.${name}`) => column('bigint', sql, about);

const tillShifts: AnalyticsView = {
  name: 'till_shifts',
  kind: 'fact',
  key: ['shift_id'],
  about: 'A shift of a till, open or closed.',
  tables: ['till_shifts'],
  from: (table) => `${table('till_shifts')} as t`,
  keepsVersions: true,
  columns: {
    shift_id: id('shift_id', 'The shift: cheques.shift_id.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: column('date', 't.business_date', 'The business day it was opened on: dates.date.'),
    shift_number: column('integer', 't.shift_number', 'Its number at the point.'),
    opened_at: local('t.opened_at', 'When it was opened'),
    closed_at: local('t.closed_at', 'When it was closed; null: it is open'),
    cashier_id: id('cashier_id', 'Who opened it: employees.employee_id.'),
    opening_cash: id('opening_cash', 'Cash in the drawer at its beginning.'),
    counted_cash: id('counted_cash', 'Cash counted at its end; null: not counted.'),
    left_cash: id('left_cash', 'Cash that stayed in the drawer for the next shift; null: it is open.'),
    accepted_at: local('t.accepted_at', 'When its money was handed over; null: not yet'),
    account_id: id('account_id', 'The account that got its cash: accounts.account_id; null: not handed over.'),
    accepted_amount: id('accepted_amount', 'Cash that was handed over; null: not handed over.'),
    expected_amount: id(
      'expected_amount',
      'Cash that was to be handed over; null: not handed over, or not known then.',
    ),
  },
};

const movements: AnalyticsView = {
  name: 'money_movements',
  kind: 'fact',
  key: ['register', 'movement_id'],
  about:
    'Money that came to a drawer or an account, or left it. Sales and returns are none. A transfer is two rows; a cancelled movement is gone.',
  tables: ['money_movements'],
  from: (table) => `${table('money_movements')} as t`,
  keepsVersions: true,
  columns: {
    register: column('text', 't.register', 'shift: the drawer of a shift; account: an account.'),
    movement_id: id('movement_id', 'The movement, together with register.', 't.id'),
    brand_id: BRAND,
    point_id: column('uuid', 't.point_id', 'The point: points.point_id; null: an account of the whole brand.'),
    business_date: column('date', 't.business_date', 'The business day of the movement: dates.date.'),
    created_at: local('t.created_at', 'When the money moved'),
    source: column('text', 't.source', 'cashbox, safe, cash, bank or accountable.'),
    account_id: id('account_id', 'accounts.account_id; null: a drawer.'),
    shift_id: id('shift_id', 'till_shifts.shift_id; null: none. Of a hand-over the shift whose money it is.'),
    direction: column('text', 't.direction', 'plus or minus.'),
    amount: id('amount', 'How much, above 0.'),
    signed_amount: id(
      'signed_amount',
      'The same, below 0 for minus.',
      "case t.direction when 'plus' then t.amount else -t.amount end",
    ),
    operation: column(
      'text',
      't.operation',
      'expense, salary, organization_payment, supplier_payment, client_payment, shift_revenue, shift_accept_diff, transfer, correction, prepayment, prepayment_refund or other.',
    ),
    payment_purpose_id: id('payment_purpose_id', 'What for: payment_purposes.payment_purpose_id; null: not told.'),
    payment_type_id: id('payment_type_id', 'payment_types.payment_type_id; null: none.'),
    payment_category_id: column('integer', 't.payment_category_id', '1 cash, 2 card, 4 bonuses, 5 online, 6 debt.'),
    party_kind: column('text', 't.party_kind', 'organization, supplier or employee; null: no party.'),
    party_id: id('party_id', 'Which one, by number.'),
  },
};

/** A row for each payment, refund or debt that a return set off, and movement. Categories 4 and 6, and deposits that cheques used, move no money. */
const moneyOfShifts = (table: (name: string) => string): string => `(
  select c.shift_id, c.brand_id, c.point_id, 'payment' as kind, p.payment_type_id, p.payment_category_id,
    null::bigint as payment_purpose_id, p.amount, c.known_from, c.known_to,
    case when p.payment_category_id in (4, 6) or p.is_deposit then 'neutral' else 'plus' end as direction
  from ${table('cheques')} as c
  cross join lateral json_to_recordset(c.payments)
    as p (payment_type_id bigint, payment_category_id integer, amount bigint, is_deposit boolean)
  union all
  select r.shift_id, r.brand_id, r.point_id, 'return', f.payment_type_id, f.payment_category_id, null,
    case when f.payment_category_id in (4, 6) then -f.amount else f.amount end, r.known_from, r.known_to,
    case when f.payment_category_id in (4, 6) then 'neutral' else 'minus' end
  from ${table('returns')} as r
  cross join lateral json_to_recordset(r.refunds)
    as f (payment_type_id bigint, payment_category_id integer, amount bigint)
  where r.shift_id is not null
  union all
  select r.shift_id, r.brand_id, r.point_id, 'return', d.payment_type_id, d.payment_category_id, null, -d.amount,
    r.known_from, r.known_to, 'neutral'
  from ${table('returns')} as r ${debtsSetOff(table)}
  where r.shift_id is not null
  union all
  select shift_id, brand_id, point_id, operation, payment_type_id, payment_category_id, payment_purpose_id, amount,
    known_from, known_to, direction
  from ${table('money_movements')} where register = 'shift' and shift_id is not null
) as t`;

const shiftMoney: AnalyticsView = {
  name: 'shift_money',
  kind: 'fact',
  key: [],
  about:
    'Everything that changed the money of a shift: payments of the cheques closed in it, returns, movements of its drawer. Added up by payment type, purpose and direction it is the money of GET /reports/shifts.',
  tables: ['cheques', 'returns', 'money_movements'],
  from: moneyOfShifts,
  keepsVersions: true,
  columns: {
    shift_id: id('shift_id', 'till_shifts.shift_id.'),
    brand_id: BRAND,
    point_id: POINT,
    kind: column('text', 't.kind', 'payment, return, or the operation of a movement.'),
    payment_type_id: id('payment_type_id', 'payment_types.payment_type_id; null: cash without a payment type.'),
    payment_category_id: column('integer', 't.payment_category_id', '1 cash, 2 card, 4 bonuses, 5 online, 6 debt.'),
    payment_purpose_id: id('payment_purpose_id', 'payment_purposes.payment_purpose_id; null: none.'),
    direction: column('text', 't.direction', 'plus, minus; neutral: bonuses, debts and deposits that cheques used.'),
    amount: id('amount', 'How much. Below 0 only for returns of bonuses and debts.'),
  },
};

export const moneyFacts: readonly AnalyticsView[] = [tillShifts, movements, shiftMoney];

const accounts: AnalyticsView = {
  name: 'accounts',
  kind: 'dimension',
  key: ['account_id'],
  about: 'A place of money outside of the drawers, as it is now.',
  tables: ['money_accounts'],
  from: (table) => `${table('money_accounts')} as t`,
  keepsVersions: true,
  columns: {
    account_id: id('account_id', 'The account.'),
    brand_id: BRAND,
    point_id: column('uuid', 't.point_id', 'Its point: points.point_id; null: of the whole brand.'),
    source: column('text', 't.source', 'safe, cash, bank or accountable.'),
    code: column('text', 't.code', 'Its code in the books.'),
    name: column('text', 't.name', 'Its name.'),
  },
};

const purposes: AnalyticsView = {
  name: 'payment_purposes',
  kind: 'dimension',
  key: ['payment_purpose_id'],
  about: 'What money is moved for, as it is now.',
  tables: ['payment_purposes'],
  from: (table) => `${table('payment_purposes')} as t`,
  columns: {
    payment_purpose_id: id('payment_purpose_id', 'The purpose.'),
    brand_id: BRAND,
    name: column('text', 't.name', 'Its name.'),
    is_payout: column(
      'boolean',
      't.is_payout',
      'Money goes out for it, as for wages, rent or a supplier; else it comes in.',
    ),
  },
};

export const moneyDimensions: readonly AnalyticsView[] = [accounts, purposes];
