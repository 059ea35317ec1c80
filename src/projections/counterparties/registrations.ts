import { namesOf } from '../../domain/names-of.ts';
import type { Snapshot } from '../reports/snapshot.ts';

/** What registrations are counted by, with the SQL of the period of a day. */
const PERIODS = {
  date: 'day::text',
  week: '(day - (extract(isodow from day)::integer - 1))::text',
  month: `to_char(day, 'YYYY-MM')`,
} as const;

export type RegistrationPeriod = keyof typeof PERIODS;
export const REGISTRATION_PERIODS = namesOf(PERIODS);

export const REGISTRATION_READ_MODELS = ['counterparties', 'venue'] as const;

export interface RegistrationsRow {
  readonly period: string;
  readonly new_clients: number;
  readonly new_organizations: number;
}

/** New clients and organizations of a brand by the day on the brand's clock. Periods without any are left out. */
export const registrations = async (
  { db, valid }: Snapshot,
  brandId: string,
  [from, to]: readonly [string, string],
  by: RegistrationPeriod,
): Promise<RegistrationsRow[]> => {
  // Earlier versions did not record the day of a client. A brand's time zone never changes.
  const { rows } = await db.query<RegistrationsRow>(
    `with days as (
       select r.kind, coalesce(r.registered_on, (r.registered_at at time zone b.timezone)::date) as day
       from read.registrations r join read.brands b on b.brand_id = r.brand_id
       where r.brand_id = $1 and ${valid('r')}
     )
     select ${PERIODS[by]} as period, count(*) filter (where kind = 'client') as new_clients,
       count(*) filter (where kind = 'organization') as new_organizations
     from days where day between $2 and $3 group by 1 order by 1`,
    [brandId, from, to],
  );
  return rows;
};
