import { z } from 'zod';
import { notFound } from '../../domain/refusal.ts';
import { supplierDecider } from '../../domain/suppliers/decide.ts';
import { defineCommand } from '../bus/command.ts';
import { entryResult } from '../bus/results.ts';
import { id, uuid } from '../fields/fields.ts';
import { movedAmount, note } from '../money/fields.ts';
import type { ShiftPlaces } from '../money/money-needs.ts';
import { moveMoney } from '../money/move.ts';
import { requireRegister } from '../money/registers.ts';
import { requirePoint } from '../points/require-point.ts';

export const paySupplier = defineCommand({
  type: 'PaySupplier',
  audiences: ['venue'],
  summary:
    'Records money that a supplier was paid, from the drawer of a shift or from an account. point_id: by default the point of the shift or the account.',
  input: z.object({
    supplier_id: id(),
    amount: movedAmount(),
    account_id: id().nullish(),
    shift_id: id().nullish(),
    point_id: uuid().nullish(),
    payment_purpose_id: id().nullish(),
    note: note(),
  }),
  result: entryResult,
  run: async ({ supplier_id, point_id, ...input }, context, shifts: ShiftPlaces) => {
    const supplier = await context.load(supplierDecider, supplier_id);
    if (supplier?.brand_id !== context.brand_id) throw notFound('supplier_not_found');
    const point = point_id == null ? null : await requirePoint(context, point_id);
    const register = await requireRegister(context, shifts, input, { point });
    return moveMoney(context, register, {
      ...input,
      direction: 'minus',
      operation: 'supplier_payment',
      party: { kind: 'supplier', id: supplier_id },
    });
  },
});
