import { notFound } from '../../domain/refusal.ts';
import { MAX_REPORT_ROWS, requireFewRows } from '../reports/report-size.ts';
import type { Snapshot } from '../reports/snapshot.ts';

export interface PaymentsRequest {
  readonly brand_id: string;
  /** The first and the last business day. */
  readonly days: readonly [string, string];
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  /** Null: every organization. */
  readonly organization_id: number | null;
}

export interface OrganizationPaymentRow {
  readonly payment_id: number;
  readonly point_id: string;
  readonly point_name: string | null;
  readonly business_date: string;
  readonly created_at: Date;
  readonly timezone: string;
  readonly organization_id: number;
  readonly organization_name: string;
  readonly amount: number;
  readonly source: string;
  readonly account_id: number | null;
  readonly account_name: string | null;
  readonly payment_type_id: number | null;
  readonly payment_type_name: string | null;
  readonly payment_category_id: number | null;
  readonly shift_id: number | null;
  readonly is_internal: boolean;
  readonly note: string | null;
}

/** What organizations paid, without what was cancelled, in the order of time. Throws report_too_large. */
export const organizationPayments = async (
  { db, valid }: Snapshot,
  { brand_id, days, point_ids, organization_id }: PaymentsRequest,
): Promise<OrganizationPaymentRow[]> => {
  if (organization_id !== null) {
    const { rowCount } = await db.query(
      `select from read.organizations o where o.organization_id = $2 and o.brand_id = $1 and ${valid('o')}`,
      [brand_id, organization_id],
    );
    if (rowCount === 0) throw notFound('organization_not_found');
  }
  const nameOf = (kind: string): string => `
    left join read.names ${kind} on ${kind}.brand_id = $1 and ${kind}.kind = '${kind}'
      and ${kind}.id = e.${kind}_id::text and ${valid(kind)}`;
  const { rows } = await db.query<OrganizationPaymentRow>(
    `select e.id as payment_id, e.point_id, point.name as point_name, e.business_date, e.created_at, e.timezone,
       e.organization_id, organization.name as organization_name, e.amount, e.source, e.account_id,
       account.name as account_name, e.payment_type_id, payment_type.name as payment_type_name, e.payment_category_id,
       e.shift_id, e.is_internal, e.note
     from read.organization_entries e
     ${['point', 'organization', 'account', 'payment_type'].map(nameOf).join('')}
     where e.brand_id = $1 and e.business_date between $2 and $3 and e.kind = 'payment' and ${valid('e')}
       and ($4::uuid[] is null or e.point_id = any ($4)) and ($5::bigint is null or e.organization_id = $5)
     order by e.business_date, e.created_at, e.id limit ${MAX_REPORT_ROWS + 1}`,
    [brand_id, ...days, point_ids, organization_id],
  );
  requireFewRows(rows.length);
  return rows;
};
