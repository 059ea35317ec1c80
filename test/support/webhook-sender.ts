import type pg from 'pg';
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
  readonly record: RecordAttempt;
}

export const createDeliveries = (pool: pg.Pool, stopAll: Deliveries['stopAll']): Deliveries => ({
  ...createWebhookDeliveries(pool, stopAll),
  record: createAttemptRecords(pool),
});

export interface WebhookSenderOptions
  extends Omit<SenderOptions, 'channels' | 'record'>,
    Omit<WebhookChannelOptions, 'deliveries'> {
  readonly deliveries: Deliveries;
}

/** A sender that sends webhooks and nothing else. */
export const createWebhookSender = (options: WebhookSenderOptions): Sender =>
  createSender({ ...options, record: options.deliveries.record, channels: [createWebhookChannel(options)] });
