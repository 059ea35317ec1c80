import { pointDecider } from '../../domain/points/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { pointResult } from '../bus/results.ts';
import { normalisePhone } from '../fields/phone.ts';
import { pointInput } from './point-input.ts';
import { requireBrand, requirePoint, requireWholeBrand } from './require-point.ts';

export const definePoint = defineCommand({
  type: 'DefinePoint',
  audiences: ['venue'],
  summary: 'Creates or replaces a point: a restaurant of the brand.',
  input: pointInput,
  result: pointResult,
  run: async ({ id: givenId, address, phone, ...fields }, context) => {
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
    };
    const command = { type: 'DefinePoint', point, replaces: givenId != null } as const;
    const handled = await context.handle(pointDecider, point_id, command, { point_id });
    return outcome(handled, () => ({ id: point_id }));
  },
});
