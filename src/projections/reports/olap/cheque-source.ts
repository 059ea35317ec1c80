import { days, type Expressions, hourOf, ids, nameJoin } from './dimensions.ts';
import type { Join, Source } from './model.ts';

/** What a closed cheque `c` says of itself, for facts that are it or are joined to it. */
export const ofCheque = (joins: readonly string[] = []): Expressions => ({
  ...ids(
    'c',
    [
      ...([
        'point',
        'shift',
        'order_type',
        'order_type_sub',
        'source',
        'table',
        'waiter',
        'cashier',
        'courier',
      ] as const),
      ...(['client', 'organization'] as const),
    ],
    joins,
  ),
  hour: { sql: hourOf('c.closed_at', 'c.timezone'), joins },
  hall: { sql: 'table_name.parent_id::bigint', joins: [...joins, 'table_name'] },
  region: { sql: 'organization.region_id', joins: [...joins, 'organization'] },
  district: { sql: 'organization.district_id', joins: [...joins, 'organization'] },
  cheque: { sql: 'c.id', joins },
});

/** The table's name knows its hall. */
export const tableName = (after?: string): Record<string, Join> => ({
  table_name: nameJoin('table', 'table_name', 'c.table_id', 'c.brand_id', after),
});

/** The organization of the cheque, where it is at the moment of the report. */
export const organizationJoin = (after?: string): Record<string, Join> => ({
  organization: {
    type: 'left join',
    table: 'read.organizations',
    alias: 'organization',
    on: 'organization.organization_id = c.organization_id and organization.brand_id = c.brand_id',
    ...(after !== undefined && { after: [after] }),
  },
});

/** Closed cheques. */
export const chequeSource: Source = {
  table: 'read.cheques',
  alias: 'c',
  level: 'cheque',
  date: 'c.business_date',
  joins: {
    ...tableName(),
    ...organizationJoin(),
    life: { type: 'left join', table: 'read.orders', alias: 'life', on: 'life.order_id = c.id', isAnyVersion: true },
  },
  dimensions: {
    ...days('c.business_date'),
    ...ofCheque(),
    opened_hour: { sql: hourOf('c.opened_at', 'c.timezone') },
  },
  shown: { cheque: 'c.id' },
};

export const CHEQUE_JOIN: Join = {
  type: 'join',
  table: 'read.cheques',
  alias: 'c',
  on: 'c.id = l.cheque_id',
  isSamePeriod: true,
};
