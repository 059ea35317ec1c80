import { z } from 'zod';
import { pointDecider } from '../../domain/points/decide.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { normalisePhone } from '../fields/phone.ts';
import { pointInput } from './point-input.ts';
import { requireBrand, requirePoint } from './require-point.ts';

const pointResult = z.object({ id: z.uuid() });

export const definePoint = defineCommand({
  type: 'DefinePoint',
  audiences: ['venue'],
  summary: 'Creates or replaces a point: a restaurant of the brand.',
  input: pointInput,
  is_shown: true,
  result: pointResult,
  run: async ({ id: givenId, address, phone, accepts_orders_when_closed, logo, ...fields }, context) => {
    const { brand_id } = context;
    if (givenId) await requirePoint(context, givenId);
    else requireWholeBrand(context);
    const { country_code } = await requireBrand(context, brand_id);
    // The label includes the brand: two brands may happen to use the same command_id.
    const point_id = givenId ?? context.newUuid('point');
    const point = {
      ...fields,
      point_id,
      brand_id,
      address: address ?? null,
      phone: normalisePhone(phone, country_code, 'phone'),
      ...(accepts_orders_when_closed != null && { accepts_orders_when_closed }),
      ...(logo != null && { logo }),
    };
    const command = { type: 'DefinePoint', point, replaces: givenId != null, named: context.named } as const;
    const handled = await context.handle(pointDecider, point_id, command, { point_id });
    return outcome(handled, () => ({ id: point_id }));
  },
});
