import { BRAND, local } from './columns.ts';
import { type AnalyticsView, column, type ViewColumn } from './view.ts';

const id = (name: string, about: string, sql = `t.${name}`): ViewColumn => column('bigint', sql, about);
const anyPoint = (about: string): ViewColumn => column('uuid', 't.point_id', `${about}: points.point_id; null: none.`);

/** What a payment was, and null of everything else. */
const movement = {
  source: column('text', 't.source', 'Of a payment: cashbox, safe, cash, bank or accountable.'),
  account_id: id('account_id', 'Of a payment: accounts.account_id; null: a drawer.'),
  shift_id: id('shift_id', 'Of a payment: till_shifts.shift_id; null: an account.'),
};

const organizationEntries: AnalyticsView = {
  name: 'organization_entries',
  kind: 'fact',
  key: ['kind', 'entry_id'],
  about:
    'What changed the balance of an organization: a cheque that it owes for, a return that was set off, a payment. With the opening balance, their sum is its balance.',
  tables: ['organization_entries'],
  from: (table) => `${table('organization_entries')} as t`,
  keepsVersions: true,
  columns: {
    kind: column('text', 't.kind', 'cheque, return or payment.'),
    entry_id: id(
      'entry_id',
      'Of a cheque cheques.cheque_id, of a return returns.return_id, of a payment money_movements.movement_id.',
      't.id',
    ),
    organization_id: id('organization_id', 'The organization: organizations.organization_id.'),
    brand_id: BRAND,
    point_id: anyPoint('The point'),
    business_date: column('date', 't.business_date', 'The business day: dates.date.'),
    created_at: local('t.created_at', 'When it happened'),
    amount: id('amount', 'What it adds to the balance: below 0 for a cheque.'),
    ...movement,
    payment_type_id: id('payment_type_id', 'Of a payment: payment_types.payment_type_id; null: not told.'),
    is_internal: column('boolean', 't.is_internal', 'Of a payment: it came from a branch of your own.'),
  },
};

const supplierEntries: AnalyticsView = {
  name: 'supplier_entries',
  kind: 'fact',
  key: ['kind', 'entry_id'],
  about:
    'What changed the balance of a supplier: a supply, a returned supply, a payment. With the opening balance, their sum is its balance.',
  tables: ['supplier_entries'],
  from: (table) => `${table('supplier_entries')} as t`,
  keepsVersions: true,
  columns: {
    kind: column('text', 't.kind', 'supply, return or payment.'),
    entry_id: id('entry_id', 'Of a payment money_movements.movement_id; else the number of the supply.', 't.id'),
    supplier_id: id('supplier_id', 'The supplier: suppliers.supplier_id.'),
    brand_id: BRAND,
    point_id: anyPoint('The point'),
    business_date: column('date', 't.business_date', 'The business day: dates.date.'),
    created_at: local('t.created_at', 'When it was recorded'),
    amount: id('amount', 'What it adds to the balance: below 0 for a supply.'),
    document: column('text', 't.document', 'The paper that came with the goods; null: none.'),
    ...movement,
    payment_purpose_id: id('payment_purpose_id', 'Of a payment: payment_purposes.payment_purpose_id; null: not told.'),
  },
};

export const counterpartyFacts: readonly AnalyticsView[] = [organizationEntries, supplierEntries];

const opening = {
  opening_balance: id('opening_balance', 'What there was at the beginning, below 0: a debt.'),
  point_id: anyPoint('The point whose balance the opening balance counts in'),
  registered_at: local('t.registered_at', 'When it was registered', 't.timezone', "the brand's clock"),
};

const organizations: AnalyticsView = {
  name: 'organizations',
  kind: 'dimension',
  key: ['organization_id'],
  about: 'A firm whose people eat now, and that pays later, as it is now.',
  tables: ['organizations'],
  from: (table) => `${table('organizations')} as t`,
  keepsVersions: true,
  columns: {
    organization_id: id('organization_id', 'The organization.'),
    brand_id: BRAND,
    name: column('text', 't.name', 'Its name.'),
    short_name: column('text', 't.short_name', 'Its short name; null: none.'),
    tin: column('text', 't.tin', 'Its tax number; null: not known.'),
    region_id: id('region_id', 'Its region: regions.region_id; null: not known.'),
    district_id: id('district_id', 'Its district: districts.district_id; null: not known.'),
    is_own_point: column('boolean', 't.is_own_point', 'It is a branch of your own.'),
    debt_limit: id('debt_limit', 'The most that it may owe; null: no limit.'),
    ...opening,
  },
};

const suppliers: AnalyticsView = {
  name: 'suppliers',
  kind: 'dimension',
  key: ['supplier_id'],
  about: 'A firm, or a person, that goods are bought from, as it is now.',
  tables: ['suppliers'],
  from: (table) => `${table('suppliers')} as t`,
  keepsVersions: true,
  columns: {
    supplier_id: id('supplier_id', 'The supplier.'),
    brand_id: BRAND,
    name: column('text', 't.name', 'Its name.'),
    tin: column('text', 't.tin', 'Its tax number; null: not known.'),
    type_name: column('text', 't.type_name', "What kind it is, in the venue's own words; null: not told."),
    is_internal: column('boolean', 't.is_internal', 'It belongs to the venue itself.'),
    ...opening,
  },
};

export const counterpartyDimensions: readonly AnalyticsView[] = [organizations, suppliers];
