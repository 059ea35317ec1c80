import pino from 'pino';
import { hashApiKey } from '../../../src/api/http/api-keys.ts';
import { createApp } from '../../../src/api/http/app.ts';
import { createAuthenticator } from '../../../src/api/http/auth.ts';
import { type Documents, makeDocuments } from '../../../src/api/http/documents.ts';
import type { DoorLimits } from '../../../src/api/http/door.ts';
import type { KeyRecord } from '../../../src/api/http/key-record.ts';
import { createLimiter } from '../../../src/api/http/limits.ts';
import { createRegistry, operationalRoutes, type Readiness } from '../../../src/api/http/operational.ts';
import { createOperators } from '../../../src/api/http/operators.ts';
import type { UnreadLimits } from '../../../src/api/http/readers/unread-bytes.ts';
import type { ReaderLimits } from '../../../src/api/http/readers/watch-readers.ts';
import type { ResponseMismatch } from '../../../src/api/http/response-check.ts';
import type { Route } from '../../../src/api/http/route.ts';
import type { RouteWaits } from '../../../src/api/http/route-request.ts';
import { startServer } from '../../../src/api/http/server.ts';
import type { Counter } from '../../../src/api/http/shared-counter.ts';
import type { StreamLimits } from '../../../src/api/http/streams.ts';
import { authTokenRoute } from '../../../src/api/partner/auth-token.ts';
import { createMemoryCounter } from '../../support/memory-counter.ts';

export const SECRET = 'a secret of the tests, long enough to sign';

export const partnerKey: KeyRecord = {
  key_id: '11111111-1111-4111-8111-111111111111',
  audience: 'partner',
  brand_id: '22222222-2222-4222-8222-222222222222',
  point_ids: null,
  permissions: [],
  name: 'Partner',
  expires_at: null,
  revoked: false,
  token_binding: null,
  requests_per_minute: null,
  showcase_ids: [],
  default_order_type_sub_ids: {},
  auto_confirm: false,
  operator_confirmation: 'none',
  source_id: 0,
  language: 'ru',
  country_code: 'UZ',
  currency: 'UZS',
};

interface Options {
  readonly bodyLimit?: number;
  readonly trustProxy?: number;
  readonly metricsToken?: string;
  readonly perKey?: number;
  readonly perBrand?: number;
  readonly door?: DoorLimits;
  readonly reports?: number;
  readonly token?: number;
  readonly send_code?: number;
  readonly checkResponses?: boolean;
  /** One of its own unless given. */
  readonly counter?: Counter;
  readonly windowS?: number;
  readonly graceMs?: number;
  /** For the headers of a request to arrive, and for the whole of it. */
  readonly arriveMs?: number;
  readonly streams?: Partial<StreamLimits>;
  readonly unread?: Partial<UnreadLimits>;
  readonly readers?: Partial<ReaderLimits>;
  /** Of these routes unless given. */
  readonly makeDocuments?: () => Promise<Documents>;
  /** None unless given: there are no read models. */
  readonly waits?: RouteWaits;
}

interface Asked {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly raw?: RequestInit['body'];
}

/** A real listening server of a few made-up routes, with keys, clock, log and readiness in the test's hands. */
export const startFakeApp = async (routes: readonly Route[], options: Options = {}) => {
  const keys = new Map<string, KeyRecord>([['partner-key', partnerKey]]);
  const time = { now: Date.parse('2026-05-01T10:00:00Z') };
  const logs: Record<string, unknown>[] = [];
  const mismatches: ResponseMismatch[] = [];
  const health: { readiness: Readiness } = { readiness: { ready: true, checks: { database: 'ok' } } };

  const authenticator = createAuthenticator({
    secret: SECRET,
    clock: () => time.now,
    hashApiKey,
    keys: {
      byHash: async (hash) => [...keys].find(([apiKey]) => hashApiKey(apiKey) === hash)?.[1],
      byId: async (keyId) => [...keys.values()].find((key) => key.key_id === keyId),
    },
  });
  const registry = createRegistry();
  const operators = createOperators({ token: options.metricsToken, trustProxy: options.trustProxy ?? 0 });
  const info = { title: 'Fake', version: '1', description: 'Made up' };
  const groups = [
    { base: '/v1', routes: [authTokenRoute(authenticator), ...routes] },
    operationalRoutes(registry, async () => health.readiness, operators),
  ];
  const app = createApp({
    groups,
    title: info.title,
    makeDocuments: options.makeDocuments ?? (() => makeDocuments(groups, info)),
    authenticator,
    waits: options.waits ?? { beforeReading: async () => null, beforeAnswering: async () => {} },
    limiter: createLimiter({
      limits: { perKey: 1200, reports: 60, token: 60, send_code: 20, ...options },
      counter: options.counter ?? createMemoryCounter(),
      ...(options.windowS !== undefined && { windowS: options.windowS }),
    }),
    bodyLimit: options.bodyLimit ?? 100_000,
    trustProxy: options.trustProxy ?? 0,
    ...(options.streams && { streams: options.streams }),
    ...(options.door && { door: options.door }),
    ...(options.unread && { unread: options.unread }),
    log: pino({ level: 'info' }, { write: (line: string) => void logs.push(JSON.parse(line)) }),
    registry,
    checkResponses: options.checkResponses ?? true,
    onResponseMismatch: (mismatch) => void mismatches.push(mismatch),
  });
  const server = await startServer(app, {
    host: '127.0.0.1',
    port: 0,
    drainMs: 2_000,
    graceMs: options.graceMs ?? 0,
    ...(options.readers && { readers: options.readers }),
    ...(options.arriveMs !== undefined && { headersMs: options.arriveMs, requestMs: options.arriveMs }),
  });
  const url = `http://127.0.0.1:${server.port}`;

  const send = (method: string, path: string, { token, headers = {}, json, raw }: Asked = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(raw !== undefined && { body: raw, duplex: 'half' }),
    } as RequestInit);

  return {
    url,
    port: server.port,
    keys,
    time,
    logs,
    mismatches,
    health,
    registry,
    close: server.close,
    tokenOf: (key: KeyRecord = partnerKey) => authenticator.issueToken(key).access_token,
    /** Sends and reads the answer as JSON. */
    async ask(method: string, path: string, asked?: Asked) {
      const response = await send(method, path, asked);
      const text = await response.text();
      const body = (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> & { message: string };
      return { status: response.status, headers: response.headers, body };
    },
    send,
  };
};

export type FakeApp = Awaited<ReturnType<typeof startFakeApp>>;
