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
  /** Drops every connection once the server has sent so many more bytes; new ones work. Resolves then. */
  dropAfter(sent: number): Promise<void>;
  /** Nothing gets through any more, and nobody is told: every connection stays open. */
  silence(): void;
  /** As a frozen server: also new connections are accepted, and nothing gets through. */
  freeze(): void;
  /**
   * What was sent meanwhile gets through; `butOld`: only new connections do, as when another machine has taken over the
   * address.
   */
  thaw(butOld?: 'but_old'): void;
  /** On the connections there are, everything still reaches the server, and nothing that it says comes back. */
  deafen(): void;
  /**
   * Stops the wire at the next message of a client that is meant; resolves then. `before`: nothing of the
   * message reaches the server. `answered`: the server has carried it out, and its answer does not get through. Nothing else
   * gets through either, until `down` and `up`.
   */
  trap(isMeant: (sent: Buffer) => boolean, when: 'before' | 'answered'): Promise<void>;
  untrap(): void;
  close(): Promise<void>;
}

interface Trap {
  readonly isMeant: (sent: Buffer) => boolean;
  readonly when: 'before' | 'answered';
  readonly sprung: () => void;
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
  /** The server's side of each connection, by its client's. */
  const serverOf = new Map<Socket, Socket>();
  let bytes = 0;
  let connections = 0;
  let frozen = false;
  /** Clients that came while it was frozen. */
  const unserved = new Set<Socket>();
  let trap: Trap | undefined;
  let dropping: { readonly at: number; readonly dropped: () => void } | undefined;

  const silence = (but?: Socket): void => {
    for (const socket of sockets) if (socket !== but) socket.unpipe().pause();
  };
  const spring = ({ when, sprung }: Trap, client: Socket, server: Socket): void => {
    trap = undefined;
    if (when === 'before') {
      // Now: the pipe is handed the same message next.
      server.destroy();
      silence();
      sprung();
      return;
    }
    silence(client);
    server.once('data', sprung).resume();
  };

  const listener = createServer((client) => {
    connections += 1;
    if (!frozen) return serve(client);
    unserved.add(client);
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client) && unserved.delete(client));
  });
  const serve = (client: Socket): void => {
    const server = connect(Number(serverPort), hostname);
    serverOf.set(client, server);
    if (isCut) client.on('data', (sent: Buffer) => isCut(sent) && client.unpipe().destroy());
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        serverOf.delete(client);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (sent: Buffer) => {
      if (trap?.isMeant(sent)) spring(trap, client, server);
    });
    // Piped, so that whoever does not read holds the server back here as without a proxy.
    client.pipe(server);
    server.pipe(client);
    server.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (!dropping || bytes < dropping.at) return;
      drop();
      dropping.dropped();
      dropping = undefined;
    });
  };

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
    dropAfter: (sent) =>
      new Promise((resolve) => {
        dropping = { at: bytes + sent, dropped: resolve };
      }),
    silence: () => silence(),
    freeze: () => {
      frozen = true;
      silence();
    },
    thaw: (butOld) => {
      frozen = false;
      if (butOld) return;
      for (const [client, server] of serverOf) client.pipe(server).pipe(client);
      for (const client of unserved) serve(client);
      unserved.clear();
    },
    deafen: () => {
      // It is read on, and what is read is dropped: a server that is not read stops working.
      for (const [client, server] of serverOf) server.unpipe(client).resume();
    },
    trap: (isMeant, when) =>
      new Promise((resolve) => {
        trap = { isMeant, when, sprung: resolve };
      }),
    untrap: () => {
      trap = undefined;
    },
    up: async () => {
      if (!listener.listening) await listen(port);
    },
    close: down,
  };
};
