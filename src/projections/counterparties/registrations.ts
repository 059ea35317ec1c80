import { namesOf } from '../../domain/names-of.ts';
import type { Snapshot } from '../reports/snapshot.ts';

/** What registrations are counted by, with the SQL of the period of a day. */
const PERIODS = {
  date: 'registered_on::text',
  week: '(registered_on - (extract(isodow from registered_on)::integer - 1))::text',
  month: `to_char(registered_on, 'YYYY-MM')`,
} as const;

export type RegistrationPeriod = keyof typeof PERIODS;
export const REGISTRATION_PERIODS = namesOf(PERIODS);

export const REGISTRATION_READ_MODELS = ['counterparties'] as const;

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
  const { rows } = await db.query<RegistrationsRow>(
    `select ${PERIODS[by]} as period, count(*) filter (where kind = 'client') as new_clients,
       count(*) filter (where kind = 'organization') as new_organizations
     from read.registrations r where brand_id = $1 and registered_on between $2 and $3 and ${valid('r')}
     group by 1 order by 1`,
    [brandId, from, to],
  );
  return rows;
};
