import { z } from 'zod';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { mayTouchOwners, ROLES } from '../../domain/accounts/roles.ts';
import { LANGUAGES } from '../../domain/references/events.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import type { CommandContext } from '../bus/context.ts';
import { shownOnce } from '../bus/results.ts';
import { requireEmployee } from '../employees/employees.ts';
import { id, name, uuid } from '../fields/fields.ts';
import { requirePointOfBrand } from '../points/require-point.ts';

/** Small and capital letters are the same. */
export const loginInput = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9._@-]{3,64}$/)
    .transform((login) => login.toLowerCase())
    .meta({ description: 'Unique in the installation; capital letters count as small ones' });

/** What owners and managers say of an account. Missing terms stay undefined. */
export const accountTermsInput = z.object({
  name: name(),
  role: z.enum(ROLES),
  // Never empty: that could mean "no point" or "every point", and one of the two is a leak.
  point_ids: z
    .array(uuid())
    .min(1)
    .max(1_000)
    .transform((ids) => [...new Set(ids)])
    .nullish()
    .meta({ description: 'The points that the person sees and acts at; null: all of the brand' }),
  language: z.enum(LANGUAGES).optional().meta({ description: "The brand's unless told" }),
});

export const accountResult = z.object({ id: z.int(), account_id: z.int() });
export const invitedResult = accountResult.extend({ invitation: shownOnce() });

export const accountInput = z.object({ account_id: id() });

/** Accounts belong to the whole brand. */
export const actingOn = (context: CommandContext) => {
  requireWholeBrand(context);
  const { brand_id, caller } = context;
  return { brand_id, touches_owners: mayTouchOwners(caller.account?.role ?? null) };
};

/** What the terms name must be of the brand. A repeat is answered whatever has happened since. */
export const checkAccountTerms = async (
  context: CommandContext,
  accountId: number,
  terms: {
    readonly point_ids?: readonly string[] | null | undefined;
    readonly employee_id?: number | null | undefined;
  },
): Promise<void> => {
  if (await context.recorded(accountDecider, accountId)) return;
  for (const pointId of terms.point_ids ?? []) await requirePointOfBrand(context, context.brand_id, pointId);
  if (terms.employee_id != null) await requireEmployee(context, terms.employee_id, 'employee_id');
};
