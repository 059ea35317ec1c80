import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { SmsGateway } from './sms-gateway.ts';

export interface OutboxMessage {
  readonly phone: string;
  readonly text: string;
  /** ISO 8601 instant in UTC. */
  readonly sent_at: string;
}

/** Keeps texts to be read instead of sending them: for the demo, whose guests have no phones. */
export interface SmsOutbox extends SmsGateway {
  /** Newest first. */
  list(brandId: string): readonly OutboxMessage[];
  /** Somebody was erased: forgets all texts. */
  forget(): void;
}

const MAX_BRANDS = 100;
const MAX_MESSAGES = 100;

export const createSmsOutbox = (options: {
  readonly log: Pick<Logger, 'info'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}): SmsOutbox => {
  const { log, clock } = options;
  const brands = new LRUCache<string, readonly OutboxMessage[]>({ max: MAX_BRANDS });
  const list = (brandId: string) => brands.get(brandId) ?? [];
  return {
    list,
    forget: () => brands.clear(),
    send: async ({ brand_id, phone, text }) => {
      const message = { phone, text, sent_at: new Date(clock()).toISOString() };
      brands.set(brand_id, [message, ...list(brand_id)].slice(0, MAX_MESSAGES));
      log.info({ brand_id }, 'an SMS waits at GET /venue/v1/sms-outbox');
    },
  };
};
