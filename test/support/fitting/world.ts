import { command, type TestApp } from '../app.ts';
import type { createClock } from '../clock.ts';
import type { HttpClient } from '../http-client.ts';
import type { TestPartner } from '../loyalty.ts';
import type { TestVenue } from '../venue.ts';

/** A venue with what most commands name, made once. */
export interface FittingWorld {
  readonly app: TestApp;
  readonly venue: TestVenue;
  readonly clock: ReturnType<typeof createClock>;
  readonly loyalty: TestPartner;
  readonly sub: number;
  readonly region: number;
  readonly district: number;
  readonly safe: number;
  readonly bank: number;
  readonly organization: number;
  readonly supplier: number;
  readonly purpose: number;
  /** A payment type of partners. */
  readonly online: number;
  /** A partner whose orders wait for the venue. */
  readonly confirmed: HttpClient;
  /** A partner that books tables. */
  readonly booker: HttpClient;
}

export const createFittingWorld = async (
  given: Pick<FittingWorld, 'app' | 'venue' | 'clock' | 'loyalty'>,
): Promise<FittingWorld> => {
  const { app, venue } = given;
  const { till, point_id, menu_id } = venue;
  const make = async (type: string, fields: Record<string, unknown>) => (await command(till, type, fields)).id;
  const issue = async (terms: Record<string, unknown>) =>
    app.client((await command(till, 'IssueKey', { audience: 'partner', ...terms })).api_key);
  const region = await make('DefineRegion', { name: 'Tashkent' });
  return {
    ...given,
    sub: await make('DefineOrderTypeSub', { name: 'App', order_type_id: 2, is_default: true }),
    online: await make('DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] }),
    confirmed: await issue({ name: 'watched', showcase_ids: [menu_id], operator_confirmation: 'all' }),
    booker: await issue({ name: 'booker', permissions: ['table_booking'] }),
    region,
    safe: await make('DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' }),
    bank: await make('DefineAccount', { point_id, source: 'bank', code: 'B', name: 'Bank' }),
    organization: await make('RegisterOrganization', { name: 'Artel' }),
    supplier: await make('RegisterSupplier', { name: 'Bozor' }),
    district: await make('DefineDistrict', { region_id: region, name: 'Urgut' }),
    purpose: await make('DefinePaymentPurpose', { name: 'Ice', is_payout: true }),
  };
};
