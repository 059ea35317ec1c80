import { readFileSync } from 'node:fs';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, type ServerWritableStream } from '@grpc/grpc-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';
import { streamCategories } from '../../../src/domain/stream-categories.ts';
import { StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { openEventStore } from '../../../src/event-store/open-event-store.ts';

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
  const both = certificate === undefined ? undefined : readFileSync(pem(certificate));
  const credentials = both
    ? ServerCredentials.createSsl(null, [{ private_key: both, cert_chain: both }])
    : ServerCredentials.createInsecure();
  onTestFinished(() => server.forceShutdown());
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port))),
  );
};

const open = async (eventStoreUrl: string) => {
  const databaseUrl = 'postgres://127.0.0.1:1/unused';
  const pool = createPool(databaseUrl);
  onTestFinished(() => pool.end());
  return openEventStore({ pool, databaseUrl, eventStoreUrl, catalogue: eventCatalogue, categories: streamCategories });
};

describe('why an EventStoreDB can not be used is told at the start, in one line without its password:', () => {
  test.each([
    ['the server does not accept the user name and the password', UNAUTHENTICATED, undefined, 'tls=false'],
    ['the server denies access', PERMISSION_DENIED, undefined, 'tls=false'],
    ['of no known CA', OK, 'node', 'tls=true'],
    ['for another name', OK, 'other-node', CA],
    ['does not speak TLS', OK, undefined, CA],
    ['may want TLS', OK, 'node', 'tls=false'],
  ])('%s', async (reason, code, certificate, parameters) => {
    const port = await serve(code, certificate);
    const opening = open(`esdb://admin:secret@127.0.0.1:${port}?${parameters}`);
    await expect(opening).rejects.toThrow(StoreUnavailable);
    await expect(opening).rejects.toThrow(reason);
    await expect(opening).rejects.not.toThrow(/secret|\n/);
  });

  test.each([
    ['no server listens', 'esdb://admin:secret@127.0.0.1:1?tls=false'],
    ['no node of the cluster answers', 'esdb://127.0.0.1:1,127.0.0.1:1?tls=false&maxDiscoverAttempts=1'],
    ['not a valid EventStoreDB connection string', 'esdb://admin:secret@:x'],
    ['tlsCAFile', 'esdb://admin:secret@127.0.0.1:1?tls=true&tlsCAFile=/not/there'],
  ])('%s', async (reason, url) => {
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
