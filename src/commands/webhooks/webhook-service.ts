import { z } from 'zod';
import type { WebhookPinged } from '../../domain/keys/events.ts';
import type { SecretMint } from './new-secret.ts';
import type { WebhookKind } from './webhook-kind.ts';

export const deliveryResult = z.object({ id: z.int(), delivery_id: z.int() });

/** A delivery, as far as commands need it. */
export interface KnownDelivery {
  readonly brand_id: string;
  /** Null: a call to the loyalty service. */
  readonly key_id: string | null;
  readonly status: 'pending' | 'delivered' | 'undelivered';
  /** The cheque was opened again before it was tried: the receiver is to know nothing of it. */
  readonly is_withdrawn: boolean;
  /** Its body was deleted: there is nothing to send again. */
  readonly is_purged: boolean;
}

/** An example that a key asks for. */
export interface WebhookTest {
  readonly key_id: string;
  readonly brand_id: string;
  readonly url: string;
  readonly kind: WebhookKind;
  /** ISO 8601 instant. */
  readonly at: string;
}

/** Port: what the commands on webhooks need outside of the log. */
export interface WebhookService extends SecretMint {
  /** All webhooks that a partner can get. */
  readonly kinds: readonly WebhookKind[];
  /** Throws url_not_https, url_with_credentials or url_not_public (400) for an address that calls could never go to. */
  checkUrl(url: string): void;
  findDelivery(deliveryId: number): Promise<KnownDelivery | undefined>;
  /**
   * Puts a ping in the queue, once. The follower does the same. It is done here too, so that the delivery can be read
   * as soon as the command is answered.
   */
  enqueuePing(ping: WebhookPinged): Promise<void>;
  /** Puts an example of a kind in the queue. Answers the id of the call. */
  enqueueTest(test: WebhookTest): Promise<string>;
  /** Puts a delivery in the queue again, once for each position of a DeliveryResent, unless it was purged. */
  resend(deliveryId: number, at: string, position: number): Promise<void>;
}
