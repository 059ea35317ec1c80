import { z } from 'zod';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import type { AccessKey } from '../../domain/keys/state.ts';
import { isSameWebhook } from '../../domain/keys/webhook.ts';
import { invalid, notAllowed } from '../../domain/refusal.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import { shownOnce } from '../bus/results.ts';
import { text, url, uuid } from '../fields/fields.ts';
import { keyResult, requireKey } from '../keys/own-key.ts';
import { recordWithSecret } from './new-secret.ts';
import type { WebhookService } from './webhook-service.ts';

const inputWith = (name: z.ZodString) =>
  z.object({
    key_id: uuid(),
    url: url(),
    events: z
      .array(name)
      .max(100)
      .nullish()
      .meta({ description: 'Names of webhooks, as this document lists them; null or none: all there are' }),
  });

/** The input for the documentation, which names the webhooks. `run` checks the names itself, and its refusal lists them. */
export const documentedInput = (events: readonly string[]): z.ZodObject =>
  inputWith(text(100).meta({ enum: [...events] }));

export const configureWebhook = defineCommand({
  type: 'ConfigureWebhook',
  audiences: ['venue'],
  summary:
    'Tells a partner what happens at this address, in place of the one before. The answer shows the new signing secret this once; a repeat has null instead, and so has what changes nothing: then the secret stays.',
  input: inputWith(text(100)),
  is_shown: true,
  result: keyResult.extend({ secret: shownOnce() }),
  shown_once: 'secret',
  run: async ({ key_id, url, events: chosen }, context, webhooks: WebhookService) => {
    requireEvents(chosen ?? [], webhooks.kinds);
    const events = chosen?.length ? [...new Set(chosen)] : null;
    const key = await requireKey(context, key_id);
    requirePermissions(chosen ?? [], webhooks.kinds, key);
    webhooks.checkUrl(url);
    const known = isSameWebhook(key.webhook, { url, events }) ? key.webhook : null;
    const configure = (secret_id: string) =>
      context.handle(accessKeyDecider, key_id, { type: 'ConfigureWebhook', webhook: { url, events, secret_id } });
    // Of two requests at once, only one records the secret that it made.
    const { handled, secret } = known
      ? { handled: await configure(known.secret_id), secret: null }
      : await recordWithSecret(webhooks, configure);
    return outcome(handled, () => ({ id: key_id, key_id, secret }));
  },
});

/** Else field_not_allowed (400), which names the first unknown one. */
const requireEvents = (events: readonly string[], kinds: WebhookService['kinds']): void => {
  const allowed = kinds.map(({ event }) => event);
  const index = events.findIndex((event) => !allowed.includes(event));
  if (index >= 0) throw notAllowed(`events[${index}]`, allowed);
};

/** Else webhook_needs_permission (400): the key would wait for these calls in vain. */
export const requirePermissions = (
  events: readonly string[],
  kinds: WebhookService['kinds'],
  { permissions }: Pick<AccessKey, 'permissions'>,
  fieldOf = (index: number): string => `events[${index}]`,
): void => {
  for (const [index, event] of events.entries()) {
    const permission = kinds.find((kind) => kind.event === event)?.permission;
    if (permission === undefined || permissions.includes(permission)) continue;
    throw invalid('webhook_needs_permission', { field: fieldOf(index), event, permission });
  }
};
