import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/** Everything that happened so far is in the queue. */
export const allQueued = async ({ tillstream }: Pick<TestApp, 'tillstream'>): Promise<void> => {
  const { store, pool, webhooks } = tillstream;
  const head = await store.head();
  await tillstream.shown(head);
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ position: number }>(
        `select position from app.process_checkpoints where process = 'webhooks'`,
      );
      const events = await store.readAll(rows[0]?.position ?? head, 10_000);
      const { types, concerns } = webhooks.follower;
      const left = events.filter((event) => types.includes(event.type) && (concerns?.(event) ?? true));
      if (left.length > 0) throw new Error(`${left.length} events are not in the queue`);
    },
    { timeout: 15_000, interval: 20 },
  );
};

/** The same, and what is due was sent: also calls that wait for one before them. */
export const sendAllDue = async (app: Pick<TestApp, 'tillstream'>, now: () => string): Promise<void> => {
  const { pool, processes, outbound } = app.tillstream;
  await allQueued(app);
  for (;;) {
    await processes.tick();
    await outbound.idle();
    const { rowCount } = await pool.query(
      `select from app.deliveries where status = 'pending' and next_attempt_at <= $1 limit 1`,
      [now()],
    );
    if (rowCount === 0) return;
  }
};

/** As after the last attempt of the call. */
export const setUndelivered = async ({ tillstream }: Pick<TestApp, 'tillstream'>, id: number): Promise<void> => {
  await tillstream.pool.query(
    `update app.deliveries set status = 'undelivered', next_attempt_at = null, reason = 'attempts_exhausted' where id = $1`,
    [id],
  );
};
