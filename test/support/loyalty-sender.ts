import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { pino } from 'pino';
import type { CommandHandler } from '../../src/commands/loop/handle.ts';
import { createLoyaltyChannel } from '../../src/processes/loyalty/channel.ts';
import { enqueueCalls, type NewCall } from '../../src/processes/loyalty/queue.ts';
import { createPendingKinds } from '../../src/processes/outbound/pending.ts';
import { createAttemptRecords } from '../../src/processes/outbound/records.ts';
import { createSeal } from '../../src/processes/outbound/seal.ts';
import { createSender, type Sender } from '../../src/processes/outbound/sender.ts';
import { createTransport, type Transport } from '../../src/processes/outbound/transport.ts';

const seal = createSeal('secret of the tests');
const PAUSES = [60_000, 300_000];

export interface LoyaltyLine {
  readonly transport: Transport;
  /** What signs the calls. */
  readonly secret: string;
  /** Puts commits for a brand in the queue, each of a cheque of its own unless told. */
  fill(brand_id: string, count: number, laneOf?: (index: number) => number): Promise<void>;
  createSender(urlOf: (brandId: string) => string): Sender;
  statuses(brandId?: string): Promise<Record<string, number>>;
}

/** A queue of calls to loyalty services in this database, and senders to work on it. No client is known. */
export const createLoyaltyLine = async (
  pool: pg.Pool,
  clock: { now: number },
  timeoutMs = 5_000,
): Promise<LoyaltyLine> => {
  const transport = createTransport({ pool, seal, allowPrivate: true, timeoutMs });
  const { secret_id, secret } = await transport.secrets.mint();
  let orders = 1_000_000;
  return {
    transport,
    secret,
    fill: async (brand_id, count, laneOf = () => orders++) => {
      await pool.query('insert into app.loyalty_services values ($1, $2, $3, true) on conflict do nothing', [
        ...[brand_id, '-', secret_id],
      ]);
      const created_at = new Date(clock.now).toISOString();
      const calls = Array.from({ length: count }, (_, index): NewCall => {
        const operation_id = randomUUID();
        return {
          brand_id,
          order_id: laneOf(index),
          event: 'commit',
          operation_id,
          ref_operation_id: null,
          client_id: null,
          position: index,
          url: '-',
          created_at,
          body: JSON.stringify({ operation_id, index }),
        };
      });
      await enqueueCalls(pool, calls);
    },
    createSender: (urlOf) => {
      const service = { name: 'Points', secret_id, is_connected: true };
      const channel = createLoyaltyChannel({
        pool,
        pauses: PAUSES,
        clock: () => clock.now,
        handler: {} as CommandHandler,
        loadService: async (brand_id) => ({ ...service, brand_id, base_url: urlOf(brand_id) }),
      });
      const log = pino({ level: 'silent' });
      const record = createAttemptRecords(pool);
      const pendingKinds = createPendingKinds(pool);
      return createSender({ ...transport, clock: () => clock.now, log, pendingKinds, record, channels: [channel] });
    },
    statuses: async (brandId) => {
      const { rows } = await pool.query<{ status: string; count: number }>(
        'select status, count(*) as count from app.deliveries where brand_id = coalesce($1, brand_id) group by 1',
        [brandId ?? null],
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
    },
  };
};
