import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** How many bytes the system holds for a connection: written by us, and not read by the client yet as far as it knows. */
export type QueuedBytes = (socket: Socket) => number;

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
const NOTHING: QueuedBytes = () => 0;

/**
 * Reads the system's queues of all connections. The system takes up to some megabytes of an answer at once, and more only
 * when a third of them is gone: without its queues, a client that reads slowly would seem to stand still for a minute.
 * If the client is on the same machine, as a proxy is, what it has not read yet is known too. Where there are no such
 * tables, nothing is known.
 */
export const readKernelQueues = async (): Promise<QueuedBytes> => {
  const sent = new Map<string, number>();
  const received = new Map<string, number>();
  for (const path of TABLES) {
    const table = await readFile(path, 'latin1').catch(() => '');
    for (const line of table.split('\n').slice(1)) {
      const [, local, remote, , queues] = line.trim().split(/\s+/, 5);
      if (!local || !remote || !queues || queues === EMPTY) continue;
      const [unsent, unread] = queues.split(':', 2);
      const name = `${endOf(local)} ${endOf(remote)}`;
      if (unsent) sent.set(name, Number.parseInt(unsent, 16));
      if (unread) received.set(name, Number.parseInt(unread, 16));
    }
  }
  if (sent.size === 0 && received.size === 0) return NOTHING;
  return ({ localAddress, localPort, remoteAddress, remotePort }) => {
    if (!localAddress || !localPort || !remoteAddress || !remotePort) return 0;
    const [here, there] = [endpoint(localAddress, localPort), endpoint(remoteAddress, remotePort)];
    return (sent.get(`${here} ${there}`) ?? 0) + (received.get(`${there} ${here}`) ?? 0);
  };
};

const EMPTY = '00000000:00000000';

/** The last 32 bits of the address, and the port: the tables have them in hexadecimal, as the machine has them in memory. */
const endOf = (text: string): string => text.slice(-13);

const endpoint = (address: string, port: number): string => {
  const bytes = address.includes('.')
    ? address
        .slice(address.lastIndexOf(':') + 1)
        .split('.')
        .map(Number)
    : address
        .split(':')
        .slice(-2)
        .flatMap((group) => [Number.parseInt(group || '0', 16) >> 8, Number.parseInt(group || '0', 16) & 255]);
  return `${hex(bytes.reverse())}:${hex([port >> 8, port & 255])}`;
};

const hex = (bytes: readonly number[]): string =>
  bytes
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
