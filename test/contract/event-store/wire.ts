import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  /** The server's address with the proxy in its place. */
  readonly url: string;
  /** Bytes that came from the server. */
  received(): number;
  /** Connections that were made over it. */
  connections(): number;
  /** Drops every connection and refuses new ones. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Drops every connection; new ones work. */
  drop(): void;
  /** Nothing gets through any more, and nobody is told: every connection stays open. */
  silence(): void;
  close(): Promise<void>;
}

/**
 * A wire that can be cut and measured, between an adapter and whatever server it talks to (without TLS). `isCut`: whether a
 * connection is to end where its client sends this.
 */
export const startWire = async (serverUrl: string, isCut?: (sent: Buffer) => boolean): Promise<Wire> => {
  // Parsed, not matched: a password that begins with a digit looks like a port.
  const { hostname, port: serverPort } = new URL(serverUrl);
  if (!hostname || !serverPort) throw new Error('no host and port in the server address');
  const sockets = new Set<Socket>();
  let bytes = 0;
  let connections = 0;

  const listener = createServer((client) => {
    connections += 1;
    const server = connect(Number(serverPort), hostname);
    if (isCut) client.on('data', (sent: Buffer) => isCut(sent) && client.unpipe().destroy());
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    // Piped, so that whoever does not read holds the server back here as without a proxy.
    client.pipe(server);
    server.pipe(client);
    server.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });

  const listen = async (port: number): Promise<void> => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };
  await listen(0);
  const { port } = listener.address() as AddressInfo;

  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const down = async (): Promise<void> => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    drop();
    await closed;
  };

  return {
    url: Object.assign(new URL(serverUrl), { host: `127.0.0.1:${port}` }).href,
    received: () => bytes,
    connections: () => connections,
    down,
    drop,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    up: async () => {
      if (!listener.listening) await listen(port);
    },
    close: down,
  };
};
