import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Client } from './client.ts';
import { ANSWER_WITHIN_MS, LASTING } from './connection.ts';

/** `payload` is empty when a notification may have been missed: after a lost connection. Must not throw. */
export type Hear = (payload: string) => void;

/**
 * Hears what is told over the channels of Postgres (LISTEN, NOTIFY), all of them over one connection. A notification only says
 * that something is new; who hears it reads what. After a lost connection each channel is told an empty payload.
 */
export interface Listener {
  /**
   * Calls back from now on. Resolves when the server listens, or when the connection was lost meanwhile: the next one listens
   * to the channel as well.
   */
  listen(channel: string, hear: Hear): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error if the first connection cannot be made */
export const createListener = async (url: string): Promise<Listener> => {
  const channels = new Map<string, Hear[]>();
  /** The client that listens now. Events of an earlier client no longer matter. */
  let current: pg.Client | undefined;
  let closed = false;

  const tell = (channel: string, payload: string): void => {
    for (const hear of channels.get(channel) ?? []) hear(payload);
  };

  const lose = (client: pg.Client): void => {
    client.end().catch(() => {});
    if (client !== current) return;
    current = undefined;
    void reconnect();
  };

  const connect = async (): Promise<void> => {
    const client = new Client({
      connectionString: url,
      application_name: 'tillstream-listen',
      query_timeout: ANSWER_WITHIN_MS,
      ...LASTING,
    });
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    client.on('error', () => lose(client));
    try {
      await client.connect();
      client.on('end', () => lose(client));
      // Also those that are added meanwhile.
      for (const channel of channels.keys()) await listenOver(client, channel);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    // It was closed while it connected: end the connection here.
    if (closed) await client.end();
    else current = client;
  };

  const reconnect = async (): Promise<void> => {
    const hasConnected = () =>
      connect().then(
        () => true,
        () => false,
      );
    for (let wait = 20; !closed && !(await hasConnected()); wait = Math.min(wait * 2, 1_000)) await delay(wait);
    for (const channel of channels.keys()) tell(channel, '');
  };

  await connect();
  return {
    listen: async (channel, hear) => {
      channels.set(channel, [...(channels.get(channel) ?? []), hear]);
      const client = current;
      if (client) await listenOver(client, channel).catch(() => lose(client));
    },
    close: async () => {
      closed = true;
      channels.clear();
      await current?.end();
    },
  };
};

const listenOver = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`);

/** The one that the process has for all its parts, which stays open when a part closes it; or else one of our own. */
export const sharedOrOwn = async (shared: Listener | undefined, url: string): Promise<Listener> =>
  shared ? { listen: shared.listen, close: async () => {} } : createListener(url);
