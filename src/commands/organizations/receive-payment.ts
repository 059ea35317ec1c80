import { z } from 'zod';
import { MONEY_SOURCES } from '../../domain/money/shapes.ts';
import { invalid } from '../../domain/refusal.ts';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, uuid } from '../fields/fields.ts';
import { movedAmount, note } from '../money/fields.ts';
import type { ShiftPlaces } from '../money/money-needs.ts';
import { moveMoney } from '../money/move.ts';
import { requireRegister } from '../money/registers.ts';
import { requirePoint } from '../points/require-point.ts';
import { requireOwnOrganization } from './require-organization.ts';

export const receiveOrganizationPayment = defineCommand({
  type: 'ReceiveOrganizationPayment',
  audiences: ['venue'],
  summary:
    'Records money that an organization paid, to the drawer of a shift or to an account. source: cashbox with shift_id, the source of the account with account_id. is_internal: by default whether the organization is a branch of your own.',
  input: z.object({
    organization_id: id(),
    point_id: uuid(),
    amount: movedAmount(),
    source: z.enum(MONEY_SOURCES),
    account_id: id().nullish(),
    shift_id: id().nullish(),
    payment_type_id: id().nullish(),
    is_internal: z.boolean().nullish(),
    note: note(),
  }),
  result: entryResult,
  run: async ({ organization_id, point_id, source, is_internal, ...input }, context, shifts: ShiftPlaces) => {
    const organization = await requireOwnOrganization(context, organization_id);
    const point = await requirePoint(context, point_id);
    const register = await requireRegister(context, shifts, input, { point });
    if (source !== register.source) throw invalid('source_differs', { field: 'source', source: register.source });
    return moveMoney(context, register, {
      ...input,
      direction: 'plus',
      operation: 'organization_payment',
      party: {
        kind: 'organization',
        id: organization_id,
        is_internal: is_internal ?? organization.is_own_point,
      },
    });
  },
});
