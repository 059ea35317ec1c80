import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Subject } from 'rxjs';

export interface Notification {
  readonly channel: string;
  /** Empty, and of every channel, after a reconnect: something may have been missed. */
  readonly payload: string;
}

export interface Listener {
  readonly notifications: Subject<Notification>;
  close(): Promise<void>;
}

/**
 * One connection that LISTENs. Notifications are doorbells, never the data: whoever hears one reads what is new. After
 * a lost connection every channel rings once, so nobody sleeps through what happened meanwhile.
 */
export const createListener = async (url: string, channels: readonly string[]): Promise<Listener> => {
  const notifications = new Subject<Notification>();
  let client: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'tillstream-listen', keepAlive: true });
    let lost = false;
    const lose = (): void => {
      if (lost) return;
      lost = true;
      next.end().catch(() => {});
      if (!closed) void reconnect();
    };
    next.on('notification', ({ channel, payload }) => notifications.next({ channel, payload: payload ?? '' }));
    next.on('error', lose);
    await next.connect();
    next.on('end', lose);
    for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };

  const reconnect = async (): Promise<void> => {
    for (let wait = 20; !closed; wait = Math.min(wait * 2, 1_000)) {
      try {
        await connect();
        for (const channel of channels) notifications.next({ channel, payload: '' });
        return;
      } catch {
        await delay(wait);
      }
    }
  };

  await connect();
  return {
    notifications,
    close: async () => {
      closed = true;
      notifications.complete();
      await client?.end();
    },
  };
};
