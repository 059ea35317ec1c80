import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Subject } from 'rxjs';
import { ANSWER_WITHIN_MS, LASTING } from './connection.ts';

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
  /** The one that is listened on; whatever happens to another one is over with it. */
  let current: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      ...{ connectionString: url, application_name: 'tillstream-listen', query_timeout: ANSWER_WITHIN_MS, ...LASTING },
    });
    const lose = (): void => {
      client.end().catch(() => {});
      if (client !== current) return;
      current = undefined;
      void reconnect();
    };
    client.on('notification', ({ channel, payload }) => notifications.next({ channel, payload: payload ?? '' }));
    client.on('error', lose);
    try {
      await client.connect();
      client.on('end', lose);
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    // Closed while it connected: nobody else would end it.
    if (closed) await client.end();
    else current = client;
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
      await current?.end();
    },
  };
};
