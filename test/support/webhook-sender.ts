import type pg from 'pg';
import { createPendingKinds, type PendingKinds } from '../../src/processes/outbound/pending.ts';
import { createAttemptRecords, type RecordAttempt } from '../../src/processes/outbound/records.ts';
import { createSender, type Sender, type SenderOptions } from '../../src/processes/outbound/sender.ts';
import {
  createWebhookChannel,
  createWebhookDeliveries,
  type WebhookChannelOptions,
  type WebhookDeliveries,
} from '../../src/processes/webhooks/channel.ts';

/** Where a sender of webhooks reads from, and writes to. */
export interface Deliveries extends WebhookDeliveries {
  readonly pendingKinds: PendingKinds;
  readonly record: RecordAttempt;
}

export const createDeliveries = (pool: pg.Pool, stopAll: Deliveries['stopAll']): Deliveries => ({
  ...createWebhookDeliveries(pool, stopAll),
  pendingKinds: createPendingKinds(pool),
  record: createAttemptRecords(pool),
});

export interface WebhookSenderOptions
  extends Omit<SenderOptions, 'channels' | 'pendingKinds' | 'record'>,
    Omit<WebhookChannelOptions, 'deliveries'> {
  readonly deliveries: Deliveries;
}

/** A sender that sends webhooks and nothing else. */
export const createWebhookSender = (options: WebhookSenderOptions): Sender =>
  createSender({
    // As many as there are, unless the pace is what is tested.
    pace: { waitMs: () => 0, note: () => {} },
    ...options,
    pendingKinds: options.deliveries.pendingKinds,
    record: options.deliveries.record,
    channels: [createWebhookChannel(options)],
  });
