import { z } from 'zod';
import { clientDecider } from '../../domain/clients/decide.ts';
import { loyaltyDecider } from '../../domain/loyalty/decide.ts';
import { connectedService } from '../../domain/loyalty/state.ts';
import { conflict } from '../../domain/refusal.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { id, integer, name } from '../fields/fields.ts';

const MOST = 1_000_000_000;

const adjustPoints = defineCommand({
  type: 'AdjustPoints',
  audiences: ['venue'],
  summary: 'Gives a client points, or takes some (amount below zero); there is nothing below zero points.',
  input: z.object({
    client_id: id(),
    amount: integer()
      .min(-MOST)
      .max(MOST)
      .refine((amount) => amount !== 0, { params: { code: 'field_invalid' } }),
    reason: name(255),
  }),
  result: z.object({ id: z.int(), client_id: z.int(), loyalty_balance: z.int() }),
  run: async ({ client_id, amount, reason }, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const service = connectedService(await context.load(loyaltyDecider, brand_id));
    if (service) throw conflict('points_kept_by_service', { name: service.name });
    const command = { type: 'AdjustPoints' as const, brand_id, amount, reason };
    const handled = await context.handle(clientDecider, client_id, command);
    return outcome(handled, (events) => {
      const adjusted = events.find((event) => event.type === 'PointsAdjusted')!;
      return { id: client_id, client_id, loyalty_balance: adjusted.data.balance };
    });
  },
});

export const clientCommands = [adjustPoints];
