import type pg from 'pg';
import { createListener } from '../../database/listener.ts';

/** Tells every process that a client has another name, so that none goes on believing the one it keeps. */
export interface NameBell {
  ring(clientId: number): Promise<void>;
  /** Null: of any client, something may have been missed or was not understood. */
  heard(callback: (clientId: number | null) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'client_named';

export const createNameBell = async (url: string, pool: pg.Pool): Promise<NameBell> => {
  const { notifications, close } = await createListener(url, [CHANNEL]);
  return {
    ring: async (clientId) => {
      // The name is recorded: that the others hear of it later is no reason to fail.
      await pool.query('select pg_notify($1, $2)', [CHANNEL, String(clientId)]).catch(() => {});
    },
    heard: (callback) => {
      notifications.subscribe(({ payload }) => callback(/^\d+$/.test(payload) ? Number(payload) : null));
    },
    close,
  };
};
