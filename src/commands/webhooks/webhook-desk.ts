import type { WebhookPinged } from '../../domain/keys/events.ts';

/** A delivery as far as commands care. */
export interface KnownDelivery {
  readonly brand_id: string;
  readonly key_id: string;
  readonly status: 'pending' | 'delivered' | 'undelivered';
  /** What it told was deleted: there is nothing to send again. */
  readonly is_purged: boolean;
}

/** Port: what the commands on webhooks need outside of the log. */
export interface WebhookDesk {
  /** Names of all that a partner can be told of. */
  readonly events: readonly string[];
  /** Throws url_not_https, url_with_credentials or url_not_public (400) for an address that could never be sent to. */
  checkUrl(url: string): void;
  /**
   * Makes a signing secret and keeps it under a new id. It signs nothing until an event names the id: a crash before
   * that leaves a secret nobody uses.
   */
  mintSecret(): Promise<{ readonly secret_id: string; readonly secret: string }>;
  findDelivery(deliveryId: number): Promise<KnownDelivery | undefined>;
  /**
   * Puts a ping in line, once. Whoever follows the log does the same: done here too, the delivery can be read the moment
   * the command is answered.
   */
  enqueuePing(ping: WebhookPinged): Promise<void>;
  /** Puts a delivery in line again, once for each position of a DeliveryResent; not one that was purged. */
  resend(deliveryId: number, at: string, position: number): Promise<void>;
}
