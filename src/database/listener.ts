import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Subject } from 'rxjs';
import { ANSWER_WITHIN_MS, LASTING } from './connection.ts';

export interface Notification {
  readonly channel: string;
  /** Empty, and for every channel, after a reconnect: a notification may have been missed. */
  readonly payload: string;
}

export interface Listener {
  readonly notifications: Subject<Notification>;
  close(): Promise<void>;
}

/**
 * One connection that LISTENs. A notification only says that something is new, and the listener reads it. After a lost
 * connection every channel is notified once, so that no listener misses what happened meanwhile.
 */
export const createListener = async (url: string, channels: readonly string[]): Promise<Listener> => {
  const notifications = new Subject<Notification>();
  /** The client that listens now. Events of an earlier client no longer matter. */
  let current: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'tillstream-listen',
      query_timeout: ANSWER_WITHIN_MS,
      ...LASTING,
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
    // It was closed while it connected: end the connection here.
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
