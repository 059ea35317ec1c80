import { z } from 'zod';
import { supplierDecider } from '../../domain/suppliers/decide.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { balance, id, name, text, uuid } from '../fields/fields.ts';
import { normalisePhone } from '../fields/phone.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';

const supplierResult = z.object({ id: z.int(), supplier_id: z.int() });

export const registerSupplier = defineCommand({
  type: 'RegisterSupplier',
  audiences: ['venue'],
  summary:
    'Creates a supplier, or replaces its details (id). opening_balance (below zero: the venue owed) counts in the balance of point_id too; given again it is corrected, left out it stays.',
  input: z.object({
    id: id().nullish(),
    name: name(),
    phone: text(64).nullish(),
    tin: text(64).nullish(),
    type_name: text(255).nullish(),
    is_internal: z.boolean().default(false),
    opening_balance: balance().nullish(),
    point_id: uuid().nullish(),
  }),
  is_shown: true,
  result: supplierResult,
  run: async ({ id: givenId, opening_balance, point_id = null, ...fields }, context) => {
    requireWholeBrand(context);
    const { brand_id, occurred_at: registered_at } = context;
    const { timezone, country_code } = await requireBrand(context, brand_id);
    if (point_id) await requirePoint(context, point_id);
    const { tin = null, type_name = null, ...rest } = fields;
    const phone = fields.phone == null ? null : normalisePhone(fields.phone, country_code, 'phone');
    const details = { brand_id, ...rest, phone, tin, type_name };
    const supplier_id = givenId ?? (await context.newId());
    const command =
      givenId == null
        ? {
            type: 'RegisterSupplier' as const,
            supplier: {
              supplier_id,
              ...details,
              opening_balance: opening_balance ?? 0,
              point_id,
              registered_at,
              timezone,
            },
          }
        : {
            type: 'ChangeSupplier' as const,
            details,
            opening: opening_balance == null ? null : { opening_balance, point_id },
            named: context.named,
          };
    const handled = await context.handle(supplierDecider, supplier_id, command);
    return outcome(handled, () => ({ id: supplier_id, supplier_id }));
  },
});
