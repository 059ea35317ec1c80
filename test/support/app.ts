import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Pictures } from '../../src/api/http/pictures.ts';
import { serve } from '../../src/serve.ts';
import { createSmsOutbox } from '../../src/sms/outbox.ts';
import { openTillstream, type Tillstream } from '../../src/tillstream.ts';
import type { TillstreamOptions } from '../../src/tillstream-options.ts';
import { bySocket, createAppDatabase, type TestDatabase } from './database.ts';
import { noteErrorCode } from './error-codes.ts';
import { AUDIT_SIGNING_KEY, PERSONAL_DATA_KEY } from './events.ts';
import { createClient, type HttpClient } from './http-client.ts';
import { noteMismatch } from './mismatches.ts';

export const PLATFORM_KEY = 'platform-key-of-the-tests';

export interface TestApp {
  readonly url: string;
  readonly tillstream: Tillstream;
  readonly databaseUrl: string;
  /** Undefined: the log is in Postgres. */
  readonly eventStoreUrl: string | undefined;
  /** A client that has exchanged this api key for a token. */
  client(apiKey: string): Promise<HttpClient>;
  /** A client with the platform's key. */
  platform(): Promise<HttpClient>;
  /** A client with no token. */
  anonymous: HttpClient;
  stop(): Promise<void>;
}

export interface TestAppOptions
  extends Partial<
    Pick<
      TillstreamOptions,
      | 'clock'
      | 'newUuid'
      | 'eventStoreUrl'
      | 'readDatabaseUrls'
      | 'sms'
      | 'smsOutbox'
      | 'log'
      | 'runProcesses'
      | 'webhookPauses'
      | 'loyaltyPauses'
      | 'outboundAllowPrivate'
      | 'refusedApiKeys'
      | 'lookup'
      | 'webhookRetention'
      | 'commandRetention'
      | 'reportWithinMs'
      | 'reportSecondsPerMinute'
      | 'keyLease'
      | 'personalDataKey'
      | 'platformApiKey'
      | 'auditSigningKey'
      | 'auditWitnessUrl'
      | 'hashCost'
      | 'publicOrigin'
      | 'demoInvitations'
      | 'checkpointFile'
    >
  > {
  readonly bodyLimit?: number;
  readonly metricsToken?: string;
  /** One that the caller drops, and that other apps may share. */
  readonly database?: TestDatabase;
  readonly pictures?: Pictures;
  readonly readerStalledMs?: number;
  readonly unread?: { readonly perKey: number; readonly perBrand: number; readonly total: number };
  readonly limits?: { perKey: number; perBrand?: number; token: number; reports: number; send_code: number };
}

/** The whole system on a database of its own, listening on a free port, with every answer held against its schema. */
export const startTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const {
    bodyLimit = 2_000_000,
    metricsToken,
    readerStalledMs,
    unread,
    pictures,
    limits = { perKey: 1e9, token: 1e9, reports: 1e9, send_code: 1e9 },
    ...rest
  } = options;
  const database = options.database ?? (await createAppDatabase());
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' });
  const tillstream = await openTillstream({
    databaseUrl: bySocket(database.url),
    eventStoreUrl: database.eventStoreUrl,
    jwtSecret: 'secret-of-the-tests-that-is-long-enough',
    personalDataKey: PERSONAL_DATA_KEY,
    auditSigningKey: AUDIT_SIGNING_KEY,
    platformApiKey: PLATFORM_KEY,
    runProjections: true,
    runProcesses: true,
    holdsToSchemas: true,
    hashCost: { memoryKib: 64, passes: 1 },
    smsOutbox: createSmsOutbox({ log, clock: options.clock ?? Date.now }),
    log,
    ...rest,
  });
  const server = await serve(tillstream, {
    config: {
      host: '127.0.0.1',
      port: 0,
      bodyLimit,
      metricsToken,
      trustProxy: 0,
      limits,
      ...(readerStalledMs !== undefined && { readerStalledMs }),
      ...(unread && { unread }),
      roles: new Set(['api'] as const),
    },
    log,
    pictures,
    checkResponses: true,
    onResponseMismatch: noteMismatch,
    onErrorAnswered: noteErrorCode,
  });

  const url = `http://127.0.0.1:${server.port}`;
  const client = async (apiKey: string): Promise<HttpClient> => {
    const answer = await createClient(url).post('/v1/auth/token', { api_key: apiKey });
    expect(answer.status).toBe(200);
    return createClient(url, answer.body.access_token);
  };
  return {
    url,
    tillstream,
    client,
    databaseUrl: database.url,
    eventStoreUrl: database.eventStoreUrl,
    platform: () => client(options.platformApiKey ?? PLATFORM_KEY),
    anonymous: createClient(url),
    stop: async () => {
      await server.close();
      await tillstream.close();
      if (!options.database) await database.drop();
    },
  };
};

/** Sends a venue command with an id of its own; expects it to be accepted, and answers its result. */
export const command = async (
  client: HttpClient,
  type: string,
  fields: Record<string, unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: results are as varied as the commands
): Promise<any> => {
  const answer = await client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
  expect(answer.body, type).toMatchObject({ status: 'accepted' });
  expect(answer.status).toBe(200);
  return answer.body.result;
};
