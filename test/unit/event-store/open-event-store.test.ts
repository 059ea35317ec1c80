import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type handleUnaryCall, Server, ServerCredentials, type ServerWritableStream } from '@grpc/grpc-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { streamCategories } from '../../../src/domain/stream-categories.ts';
import { StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { openStoredEvents } from '../../../src/event-store/open-event-store.ts';

const { MemberInfo, ClusterInfo, EndPoint } = gossip;
const OK = 0;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

const pem = (name: string): string => new URL(`../../support/tls/${name}.pem`, import.meta.url).pathname;
const CA = `tls=true&tlsCAFile=${pem('ca')}`;

/** A server of an empty log, or of one that answers every read with this status; answers its port. */
const serve = async (code: number, certificate?: string): Promise<number> => {
  const server = new Server();
  const read = (call: ServerWritableStream<unknown, unknown>) =>
    code === OK ? call.end() : call.emit('error', { code, details: 'no' });
  const left = () => {};
  server.addService(streams.StreamsService, { read, append: left, batchAppend: left, delete: left, tombstone: left });
  server.addService(gossipService.GossipService, { read: tellLeader });
  const both = certificate === undefined ? undefined : readFileSync(pem(certificate));
  const credentials = both
    ? ServerCredentials.createSsl(null, [{ private_key: both, cert_chain: both }])
    : ServerCredentials.createInsecure();
  onTestFinished(() => server.forceShutdown());
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port))),
  );
};

/** Of nodes that do not lead, by port: the port of the one that does. */
const leaders = new Map<number, number>();

const tellLeader: handleUnaryCall<unknown, gossip.ClusterInfo> = (call, respond) => {
  const asked = Number(call.getHost().split(':')[1]);
  const node = new MemberInfo().setIsAlive(true).setState(MemberInfo.VNodeState.LEADER);
  node.setInstanceId(new shared.UUID().setString(randomUUID()));
  node.setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(leaders.get(asked) ?? asked));
  respond(null, new ClusterInfo().setMembersList([node]));
};

const open = async (eventStoreUrl: string) => {
  const databaseUrl = 'postgres://127.0.0.1:1/unused';
  const pool = createPool(databaseUrl);
  onTestFinished(() => pool.end());
  return openStoredEvents({ pool, databaseUrl, eventStoreUrl, categories: streamCategories });
};

describe('why an EventStoreDB can not be used is told at the start, in one line without its password:', () => {
  const reasons: readonly (readonly [string, number, string | undefined, string])[] = [
    ['the server does not accept the user name and the password', UNAUTHENTICATED, undefined, 'tls=false'],
    ['the server denies access', PERMISSION_DENIED, undefined, 'tls=false'],
    ['of no known CA', OK, 'node', 'tls=true'],
    ['for another name', OK, 'other-node', CA],
    ['does not speak TLS', OK, undefined, CA],
    ['may want TLS', OK, 'node', 'tls=false'],
  ];
  test.each(['esdb', 'esdb+discover'].flatMap((scheme) => reasons.map((reason) => [scheme, ...reason] as const)))(
    'a start with %s says why EventStoreDB cannot be used: %s',
    async (scheme, reason, code, certificate, parameters) => {
      const port = await serve(code, certificate);
      const opening = open(`${scheme}://admin:secret@127.0.0.1:${port}?${parameters}&maxDiscoverAttempts=2`);
      await expect(opening).rejects.toThrow(StoreUnavailable);
      await expect(opening).rejects.toThrow(reason);
      await expect(opening).rejects.not.toThrow(/secret|\n/);
    },
  );

  test.each([
    ['no server listens', 'esdb://admin:secret@127.0.0.1:1?tls=false'],
    ['no node of the cluster answers', 'esdb://127.0.0.1:1,127.0.0.1:1?tls=false&maxDiscoverAttempts=1'],
    ['not a valid EventStoreDB connection string', 'esdb://admin:secret@:x'],
    ['tlsCAFile', 'esdb://admin:secret@127.0.0.1:1?tls=true&tlsCAFile=/not/there'],
  ])('a start says what is wrong with the address: %s', async (reason, url) => {
    const opening = open(url);
    await expect(opening).rejects.toThrow(StoreUnavailable);
    await expect(opening).rejects.toThrow(reason);
    await expect(opening).rejects.not.toThrow(/secret|\n/);
  });
});

test('a server is reached by its IP address over TLS, and its certificate has to be for that', async () => {
  const port = await serve(OK, 'node');
  const store = await open(`esdb://127.0.0.1:${port}?${CA}`);
  onTestFinished(() => store.close());
  expect(await store.head()).toBe(0);
});

test('the certificate of a server that is reached by its name has to be for that name', async () => {
  const opening = open(`esdb://localhost:${await serve(OK, 'node')}?${CA}`);
  await expect(opening).rejects.toThrow('for another name');
});

test.each(['', 'admin:changeit@', 'admin:with,comma@'])(
  'a cluster is found while the first node of its address (%s…) is down',
  async (user) => {
    const port = await serve(OK);
    const seeds = `127.0.0.1:1,127.0.0.1:${port}`;
    const store = await open(`esdb+discover://${user}${seeds}?tls=false&maxDiscoverAttempts=1`);
    onTestFinished(() => store.close());
    expect(await store.head()).toBe(0);
  },
);

test('one name in the address of a cluster is asked for the leader, also with a comma in the password', async () => {
  const [follower, leader] = [await serve(PERMISSION_DENIED), await serve(OK)];
  leaders.set(follower, leader);
  const store = await open(`esdb+discover://admin:with,comma@127.0.0.1:${follower}?tls=false&maxDiscoverAttempts=1`);
  onTestFinished(() => store.close());
  expect(await store.head()).toBe(0);
});
