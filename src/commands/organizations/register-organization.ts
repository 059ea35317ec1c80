import { z } from 'zod';
import { toLocalDate } from '../../domain/local-time.ts';
import { organizationDecider } from '../../domain/organizations/decide.ts';
import type { Brand } from '../../domain/references/state.ts';
import { invalid } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { balance, id, money, name, text, uuid } from '../fields/fields.ts';
import { normalisePhone } from '../fields/phone.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';

const input = z.object({
  id: id().nullish(),
  name: name(),
  short_name: name().nullish(),
  tin: text(64).nullish(),
  phone: text(64).nullish(),
  address: text(500).nullish(),
  region_id: id().nullish(),
  district_id: id().nullish(),
  is_own_point: z.boolean().default(false),
  debt_limit: money().nullish(),
  opening_balance: balance().nullish(),
  point_id: uuid().nullish(),
});

const organizationResult = z.object({ id: z.int(), organization_id: z.int() });

export const registerOrganization = defineCommand({
  type: 'RegisterOrganization',
  audiences: ['venue'],
  summary:
    'Creates an organization, whose people eat now and which pays later, or replaces its details (id). debt_limit: the most that it may owe; null: no limit. opening_balance (below zero: it owed) counts in the balance of point_id too; given again it is corrected, left out it stays.',
  input,
  is_shown: true,
  result: organizationResult,
  run: async ({ id: givenId, opening_balance, point_id = null, ...fields }, context) => {
    requireWholeBrand(context);
    const { brand_id, occurred_at: registered_at } = context;
    const brand = await requireBrand(context, brand_id);
    if (point_id) await requirePoint(context, point_id);
    const { short_name = null, tin = null, address = null, debt_limit = null, ...rest } = fields;
    const phone = fields.phone == null ? null : normalisePhone(fields.phone, brand.country_code, 'phone');
    const details = { brand_id, ...rest, short_name, tin, phone, address, debt_limit, ...placeOf(brand, fields) };
    const organization_id = givenId ?? (await context.newId());
    const { timezone } = brand;
    const command =
      givenId == null
        ? {
            type: 'RegisterOrganization' as const,
            organization: {
              organization_id,
              ...details,
              opening_balance: opening_balance ?? 0,
              point_id,
              registered_on: toLocalDate(registered_at, timezone),
              registered_at,
              timezone,
            },
          }
        : {
            type: 'ChangeOrganization' as const,
            details,
            opening: opening_balance == null ? null : { opening_balance, point_id },
            at: registered_at,
            // The region of a district goes without saying.
            named: context.named?.flatMap((field) => (field === 'district_id' ? [field, 'region_id'] : [field])),
          };
    const handled = await context.handle(organizationDecider, organization_id, command);
    return outcome(handled, () => ({ id: organization_id, organization_id }));
  },
});

/** The region of a district goes without saying. */
const placeOf = (
  { regions, districts }: Brand,
  { region_id, district_id }: Pick<z.output<typeof input>, 'region_id' | 'district_id'>,
): { region_id: number | null; district_id: number | null } => {
  if (region_id != null && !regions[region_id]) throw invalid('region_not_found', { field: 'region_id' });
  if (district_id == null) return { region_id: region_id ?? null, district_id: null };
  const district = districts[district_id];
  const isThere = district && (region_id == null || district.region_id === region_id);
  if (!isThere) throw invalid('district_not_found', { field: 'district_id' });
  return { region_id: district.region_id, district_id };
};
