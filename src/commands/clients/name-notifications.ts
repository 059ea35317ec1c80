import type pg from 'pg';
import { createListener } from '../../database/listener.ts';

/** Tells every process that a client has a new name, so that none keeps using the old one. */
export interface NameNotifications {
  notify(clientId: number): Promise<void>;
  /** Null: any client, because a notification may have been missed or was not understood. */
  onNotified(callback: (clientId: number | null) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'client_named';

export const createNameNotifications = async (url: string, pool: pg.Pool): Promise<NameNotifications> => {
  const { notifications, close } = await createListener(url, [CHANNEL]);
  return {
    notify: async (clientId) => {
      // The name is recorded. It is no failure if the others hear of it later.
      await pool.query('select pg_notify($1, $2)', [CHANNEL, String(clientId)]).catch(() => {});
    },
    onNotified: (callback) => {
      notifications.subscribe(({ payload }) => callback(/^\d+$/.test(payload) ? Number(payload) : null));
    },
    close,
  };
};
