import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Client } from '../../database/client.ts';
import { LASTING, withSettings } from '../../database/connection.ts';
import { StoreUnavailable } from '../event-store.ts';

const RECONNECT_FOR_MS = 5_000;
/**
 * For the functions that set nothing themselves: one plan serves every append, and none of the plans scans a table. This
 * session tells other processes of its appends apart: see log-notifier.ts.
 */
const SETTINGS = ' -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c tillstream.tells=apart';

/** The connection of all appends of this process. A lost one is made again when the next append asks for it. */
export interface AppendConnection {
  /** Tries for five seconds, then throws StoreUnavailable. */
  connected(): Promise<pg.Client>;
  /** Ends this connection, so that the next append makes another one. */
  forget(client: pg.Client): void;
  end(): Promise<void>;
}

export const createAppendConnection = (url: string, answerWithinMs: number): AppendConnection => {
  let connection: { readonly client: pg.Client; readonly ready: Promise<unknown> } | undefined;

  const open = (): { client: pg.Client; ready: Promise<unknown> } => {
    const client = new Client({
      connectionString: withSettings(url, SETTINGS),
      application_name: 'tillstream-append',
      answerWithinMs,
      ...LASTING,
      connectionTimeoutMillis: RECONNECT_FOR_MS,
      // The second batch is sent before the first is answered; the server takes them one after the other.
      pipeline: true,
    });
    // Without a listener an error between queries ends the process; the next append reconnects.
    client.on('error', () => forget(client));
    client.on('end', () => forget(client));
    return { client, ready: client.connect() };
  };

  /** Callers that come while the connection is being made wait for the same one. */
  const connect = async (): Promise<pg.Client> => {
    connection ??= open();
    const { client, ready } = connection;
    try {
      await ready;
      return client;
    } catch (error) {
      forget(client);
      throw error;
    }
  };

  const forget = (client: pg.Client): void => {
    if (connection?.client === client) connection = undefined;
    client.end().catch(() => {});
  };

  const connected = async (): Promise<pg.Client> => {
    const deadline = Date.now() + RECONNECT_FOR_MS;
    for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
      try {
        return await connect();
      } catch (cause) {
        if (Date.now() + wait > deadline) throw new StoreUnavailable('the event log can not be reached', { cause });
        await delay(wait);
      }
    }
  };

  return {
    connected,
    forget,
    end: async () => {
      await connection?.client.end();
      connection = undefined;
    },
  };
};
