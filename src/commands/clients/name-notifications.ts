import type pg from 'pg';
import type { Listener } from '../../database/listener.ts';

/** Tells every process that a client has a new name, so that none keeps using the old one. */
export interface NameNotifications {
  notify(clientId: number): Promise<void>;
  /** Null: any client, because a notification may have been missed or was not understood. */
  onNotified(callback: (clientId: number | null) => void): void;
}

const CHANNEL = 'client_named';

export const createNameNotifications = async (listener: Listener, pool: pg.Pool): Promise<NameNotifications> => {
  const callbacks: ((clientId: number | null) => void)[] = [];
  await listener.listen(CHANNEL, (payload) => {
    const clientId = /^\d+$/.test(payload) ? Number(payload) : null;
    for (const callback of callbacks) callback(clientId);
  });
  return {
    notify: async (clientId) => {
      // The name is recorded. It is no failure if the others hear of it later.
      await pool.query('select pg_notify($1, $2)', [CHANNEL, String(clientId)]).catch(() => {});
    },
    onNotified: (callback) => {
      callbacks.push(callback);
    },
  };
};
