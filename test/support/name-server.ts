import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';

export interface NameServer {
  /** `address:port` */
  readonly address: string;
  /** `A name`, in the order they came; a query that is repeated counts again. */
  readonly queries: string[];
  /**
   * Addresses by name, or `cname:` and the name that it stands for, and nothing of that one. A name without an entry does
   * not exist. While it is null nobody is answered.
   */
  records: Readonly<Record<string, readonly string[]>> | null;
}

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 28: 'AAAA' };
const QUESTION_AT = 12;
const CNAME = 'cname:';

/** A name server on loopback, until the test has finished. */
export const startNameServer = async (records: NameServer['records'] = null, ttl = 30): Promise<NameServer> => {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server = { address: `127.0.0.1:${socket.address().port}`, queries, records };
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    queries.push(`${TYPES[type]} ${name}`);
    if (server.records === null) return;
    const found = server.records[name];
    const isAsked = (each: string) => each.startsWith(CNAME) || isIPv6(each) === (type === 28);
    const answers = (found ?? []).filter(isAsked).map((each) => recordOf(each, ttl));
    const head = Buffer.alloc(QUESTION_AT);
    query.copy(head, 0, 0, 2);
    // An answer, recursion desired and available; 3: there is no such name.
    head.writeUInt16BE(0x8180 | (found ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, query.subarray(QUESTION_AT, end), ...answers]), port, address);
  });
  onTestFinished(() => void socket.close());
  return server;
};

const questionOf = (query: Buffer) => {
  const labels: string[] = [];
  let at = QUESTION_AT;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.alloc(1),
  ]);

/** A record of the name that was asked for: the first two bytes point to it. */
const recordOf = (address: string, ttl: number): Buffer => {
  const isAlias = address.startsWith(CNAME);
  const bytes = isAlias ? nameOf(address.slice(CNAME.length)) : Buffer.from(ipaddr.parse(address).toByteArray());
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc000 | QUESTION_AT, 0);
  record.writeUInt16BE(isAlias ? 5 : isIPv6(address) ? 28 : 1, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttl, 6);
  record.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([record, bytes]);
};
