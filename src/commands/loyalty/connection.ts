import { z } from 'zod';
import { loyaltyDecider } from '../../domain/loyalty/decide.ts';
import { isSameService, requireService } from '../../domain/loyalty/state.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import { nothing, shownOnce } from '../bus/results.ts';
import { name, url } from '../fields/fields.ts';
import { requireBrand } from '../points/require-point.ts';
import { recordWithSecret } from '../webhooks/new-secret.ts';
import type { LoyaltyNeeds } from './loyalty-needs.ts';

const secretResult = z.object({ secret: shownOnce() });

const configureLoyalty = defineCommand({
  type: 'ConfigureLoyalty',
  audiences: ['venue'],
  summary:
    'Connects the loyalty service at this address, in place of the one before. The answer shows the new signing secret this once; a repeat has null instead, and so has what changes nothing: then the secret stays.',
  input: z.object({
    name: name(255).meta({ description: 'As the cashier reads it' }),
    base_url: url().meta({ description: 'The name of each call is added to it' }),
  }),
  is_shown: true,
  result: secretResult,
  shown_once: 'secret',
  run: async ({ name: given, base_url }, context, { loyalty }: LoyaltyNeeds) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    await requireBrand(context, brand_id);
    loyalty.checkUrl(base_url);
    const service = { name: given.trim(), base_url };
    const known = await context.load(loyaltyDecider, brand_id);
    const connect = (secret_id: string) =>
      context.handle(loyaltyDecider, brand_id, { type: 'ConfigureLoyalty', brand_id, ...service, secret_id });
    // Of two requests at once, only one records the secret that it made.
    const { handled, secret } = isSameService(known, service)
      ? { handled: await connect(known.secret_id), secret: null }
      : await recordWithSecret(loyalty, connect);
    return outcome(handled, () => ({ secret }));
  },
});

const rotateLoyaltySecret = defineCommand({
  type: 'RotateLoyaltySecret',
  audiences: ['venue'],
  summary:
    'Makes a new signing secret for the loyalty service; the one before is invalid at once. The answer shows it this once; a repeat has null instead.',
  input: z.object({}),
  result: secretResult,
  shown_once: 'secret',
  run: async (_, context, { loyalty }: LoyaltyNeeds) => {
    requireWholeBrand(context);
    const { handled, secret } = await recordWithSecret(loyalty, (secret_id) =>
      context.handle(loyaltyDecider, context.brand_id, { type: 'RotateLoyaltySecret', secret_id }),
    );
    return outcome(handled, () => ({ secret }));
  },
});

const pingLoyalty = defineCommand({
  type: 'PingLoyalty',
  audiences: ['venue'],
  summary: 'Calls the loyalty service, and answers whether it took the call, within five seconds.',
  input: z.object({}),
  result: z.object({
    ok: z.boolean(),
    status_code: z.int().nullable().meta({ description: 'Null: there was no answer' }),
    duration_ms: z.int(),
  }),
  is_purgeable: true,
  run: async (_, context, { loyalty }: LoyaltyNeeds) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const ask = async () => {
      const connection = requireService(await context.load(loyaltyDecider, brand_id));
      const operation_id = context.newUuid('ping');
      const start = performance.now();
      const answer = await loyalty.call(connection, 'ping', PING(operation_id), loyalty.startTime());
      const duration_ms = Math.round(performance.now() - start);
      const { status_code } = answer;
      const pinged_at = context.occurred_at;
      const ping = { operation_id, ok: answer.kind === 'done', status_code, duration_ms, pinged_at };
      return context.handle(loyaltyDecider, brand_id, { type: 'NotePing', ping });
    };
    const handled = (await context.recorded(loyaltyDecider, brand_id)) ?? (await ask());
    return outcome(handled, (events) => {
      const { ok, status_code, duration_ms } = events.find((event) => event.type === 'ServicePinged')!.data;
      return { ok, status_code, duration_ms };
    });
  },
});

const PING = (operation_id: string) => ({ operation_id, message: 'ping' });

const disconnectLoyalty = defineCommand({
  type: 'DisconnectLoyalty',
  audiences: ['venue'],
  summary: 'Nothing new begins with the loyalty service. Calls that wait are still made.',
  input: z.object({}),
  result: nothing,
  is_purgeable: true,
  run: async (_, context) => {
    requireWholeBrand(context);
    const { brand_id } = context;
    const done = await context.recorded(loyaltyDecider, brand_id);
    const handled = done ?? (await context.handle(loyaltyDecider, brand_id, { type: 'DisconnectLoyalty' }));
    return outcome(handled, () => ({}));
  },
});

export const loyaltyCommands: readonly CommandDefinition<LoyaltyNeeds>[] = [
  configureLoyalty,
  rotateLoyaltySecret,
  pingLoyalty,
  disconnectLoyalty,
];
