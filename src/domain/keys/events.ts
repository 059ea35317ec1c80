import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const id = z.int();
const instant = z.iso.datetime();

/** Audiences of issued keys. The platform's own key comes from the environment and is never issued. */
export const KEY_AUDIENCES = ['partner', 'venue', 'auditor'] as const;
/** What a key may do beyond its audience. The venue gives it to each key (docs/domain.md#keys). */
export const KEY_PERMISSIONS = ['reports', 'attendance', 'table_booking', 'payments'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];
/** Which orders of a partner's key wait for an operator of the venue. */
export const OPERATOR_CONFIRMATIONS = ['none', 'delivery', 'all'] as const;
export type OperatorConfirmation = (typeof OPERATOR_CONFIRMATIONS)[number];

/** The partner's address, and the events that it gets. */
const webhook = z.object({
  url: z.string(),
  /**
   * Names of webhooks; null: all of them. The schema does not list the names, because an older release reads the event
   * too.
   */
  events: z.array(z.string()).nullable(),
  /** The id of the secret that signs from now on. The secret itself is never in the log. */
  secret_id: z.uuid(),
});

/** What the venue may change about a key. */
const keyTerms = z.object({
  name: z.string(),
  permissions: z.array(z.enum(KEY_PERMISSIONS)),
  /** Null: every point of the brand. */
  point_ids: z.array(z.uuid()).nullable(),
  /** Null: never. */
  expires_at: instant.nullable(),
  /** The kitchen gets the key's orders at once, without a cashier. */
  auto_confirm: z.boolean(),
  operator_confirmation: z.enum(OPERATOR_CONFIRMATIONS),
  /** The sales channel stamped on the key's orders: 0 own, else an aggregator's id. */
  source_id: z.int(),
  /** Null: the service's default limit. */
  requests_per_minute: z.int().nullable(),
  /** Showcases that the key may read; none: "no external menu selected". */
  showcase_ids: z.array(id),
  /** By order type: the sub-type for orders that name none. */
  default_order_type_sub_ids: z.partialRecord(z.enum(['1', '2', '3']), id),
});

const ofKey = z.object({ key_id: z.uuid(), brand_id: z.uuid() });

export const accessKeyEvents = {
  KeyIssued: {
    version: 1,
    schema: keyTerms.extend({
      key_id: z.uuid(),
      brand_id: z.uuid(),
      audience: z.enum(KEY_AUDIENCES),
      /** The key itself is shown once and never stored. */
      key_hash: z.string(),
      issued_at: instant,
    }),
  },
  /** All terms as they are from now on. */
  KeyTermsChanged: { version: 1, schema: keyTerms.extend({ key_id: z.uuid(), brand_id: z.uuid() }) },
  KeyRevoked: { version: 1, schema: z.object({ key_id: z.uuid(), brand_id: z.uuid(), revoked_at: instant }) },
  /** Replaces the earlier webhook and its secret. */
  WebhookConfigured: { version: 1, schema: ofKey.extend(webhook.shape) },
  WebhookSecretRotated: { version: 1, schema: ofKey.extend({ secret_id: z.uuid() }) },
  /** The venue wants to see whether the partner's address answers. */
  WebhookPinged: {
    version: 1,
    schema: ofKey.extend({ delivery_id: id, event_id: z.uuid(), url: z.string(), pinged_at: instant }),
  },
  /** A delivery is to be tried again, from its first attempt. */
  DeliveryResent: { version: 1, schema: ofKey.extend({ delivery_id: id, resent_at: instant }) },
} as const;

type Definitions = typeof accessKeyEvents;
export type AccessKeyEvent = EventsOf<Definitions>;

export type KeyTerms = z.infer<typeof keyTerms>;
export type KeyIssued = z.infer<Definitions['KeyIssued']['schema']>;
export type KeyAudience = KeyIssued['audience'];
export type Webhook = z.infer<typeof webhook>;
export type WebhookPinged = z.infer<Definitions['WebhookPinged']['schema']>;
