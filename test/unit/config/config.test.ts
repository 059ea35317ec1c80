import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/variables.ts';
import { KEY_FORM } from '../../../src/personal/key-list.ts';

const KEY = 'k'.repeat(43);

const PRODUCTION = {
  DATABASE_URL: 'postgres://app:hunter2@db/tillstream',
  JWT_SECRET: 's'.repeat(32),
  PERSONAL_DATA_KEY: KEY,
  PLATFORM_API_KEY: 'k'.repeat(16),
};

const SEED = Buffer.alloc(32, 1).toString('base64');
const NO_SEED = 'AUDIT_SIGNING_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them';
const NO_WITNESS = 'AUDIT_WITNESS_URL must be an address like https://witness.example.com/log';

function problem(env: Record<string, string>, argv: string[] = []): string {
  try {
    loadConfig(env, argv);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('the settings were accepted');
}

describe('defaults', () => {
  test('a configuration with nothing set is the embedded demo', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      readDatabaseUrls: [],
      eventStoreUrl: undefined,
      jwtSecret: undefined,
      secretsKey: undefined,
      platformApiKey: 'demo-platform-key',
      roles: new Set(['api', 'projections', 'processes']),
      logLevel: 'info',
      demo: true,
      demoTill: true,
      demoLife: true,
      bodyLimit: 209_715_200,
      metricsToken: undefined,
      limits: { perKey: 1200, perBrand: 30_000, token: 60, reports: 60, send_code: 20 },
      maxRequestsPerMinute: 12_000,
      reportSecondsPerMinute: 60,
      streamsPerKey: 20,
      readerStalledMs: 20_000,
      unread: { perKey: 33_554_432, perBrand: 67_108_864, total: 268_435_456 },
      smsGateway: undefined,
      webhookPauses: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000],
      loyaltyPauses: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000],
      webhookRetention: 30 * 86_400_000,
      commandRetention: 90 * 86_400_000,
      outboundAllowPrivate: true,
      trustProxy: 0,
      startupTimeoutMs: 60_000,
      auditSigningKeyRotated: false,
      fresh: false,
    });
  });

  test('an empty variable counts as unset, an unknown one is ignored', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', PATH: '/bin', DEMO: '' })).toEqual(loadConfig({}));
  });

  test('a configuration with a database of its own is no demo', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({
      demo: false,
      demoTill: false,
      demoLife: false,
      databaseUrl: PRODUCTION.DATABASE_URL,
      jwtSecret: PRODUCTION.JWT_SECRET,
      platformApiKey: PRODUCTION.PLATFORM_API_KEY,
      outboundAllowPrivate: false,
    });
  });

  test('replicas are several addresses', () => {
    const READ_DATABASE_URL = 'postgres://u:p@a:1/db?sslmode=require,postgresql://b/db';
    expect(loadConfig({ ...PRODUCTION, READ_DATABASE_URL }).readDatabaseUrls).toEqual([
      'postgres://u:p@a:1/db?sslmode=verify-full',
      'postgresql://b/db',
    ]);
  });

  test('a configuration without a demo has no demo till', () => {
    const { PLATFORM_API_KEY } = PRODUCTION;
    expect(loadConfig({ DEMO: 'off', PLATFORM_API_KEY })).toMatchObject({
      demo: false,
      demoTill: false,
      demoLife: false,
      platformApiKey: PLATFORM_API_KEY,
    });
  });

  test('the settings cannot be changed afterwards', () => {
    const config = loadConfig({});
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.limits)).toBe(true);
  });
});

describe('values', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ DATA_DIR: '/srv/tillstream' }, { dataDir: '/srv/tillstream' }],
    [
      { EVENT_STORE_URL: 'esdb://admin:x@a:2113,b:2113?tls=false' },
      { eventStoreUrl: 'esdb://admin:x@a:2113,b:2113?tls=false' },
    ],
    [{ EVENT_STORE_URL: 'esdb+discover://cluster' }, { eventStoreUrl: 'esdb+discover://cluster' }],
    [{ EVENT_STORE_URL: 'kurrentdb://a' }, { eventStoreUrl: 'kurrentdb://a' }],
    [{ ROLES: 'api, projections' }, { roles: new Set(['api', 'projections']) }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ DEMO_TILL: 'off' }, { demo: true, demoTill: false, demoLife: false }],
    [{ DEMO_LIFE: 'off' }, { demo: true, demoTill: true, demoLife: false }],
    [{ METRICS_TOKEN: 'a-token-of-16-ch' }, { metricsToken: 'a-token-of-16-ch' }],
    [{ BODY_LIMIT: '1048576' }, { bodyLimit: 1_048_576 }],
    [{ BODY_LIMIT: '512kb' }, { bodyLimit: 524_288 }],
    [{ BODY_LIMIT: '200MB' }, { bodyLimit: 209_715_200 }],
    [{ BODY_LIMIT: '1gb' }, { bodyLimit: 1_073_741_824 }],
    [
      {
        REQUESTS_PER_MINUTE: '5',
        TOKEN_REQUESTS_PER_MINUTE: '6',
        REPORT_REQUESTS_PER_MINUTE: '7',
        SEND_CODE_REQUESTS_PER_MINUTE: '8',
      },
      { limits: { perKey: 5, token: 6, reports: 7, send_code: 8 } },
    ],
    [
      { MAX_REQUESTS_PER_MINUTE: '6000', STREAMS_PER_KEY: '100' },
      { maxRequestsPerMinute: 6_000, streamsPerKey: 100 },
    ],
    [{ AUDIT_SIGNING_KEY: SEED }, { auditSigningKey: SEED }],
    [{ AUDIT_WITNESS_URL: 'http://10.0.0.7/log' }, { auditWitnessUrl: 'http://10.0.0.7/log' }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ WEBHOOK_RETRY_SCHEDULE: '30s, 5m,2h' }, { webhookPauses: [30_000, 300_000, 7_200_000] }],
    [{ WEBHOOK_RETENTION: '12h' }, { webhookRetention: 12 * 3_600_000 }],
    [{ WEBHOOK_RETENTION: '90d' }, { webhookRetention: 90 * 86_400_000 }],
    [{ STARTUP_TIMEOUT: '0s' }, { startupTimeoutMs: 0 }],
    [{ STARTUP_TIMEOUT: '1h' }, { startupTimeoutMs: 3_600_000 }],
    [{ COMMAND_RETENTION: '365d' }, { commandRetention: 365 * 86_400_000 }],
    [{ OUTBOUND_ALLOW_PRIVATE: 'off' }, { demo: true, outboundAllowPrivate: false }],
    [
      { ...PRODUCTION, OUTBOUND_ALLOW_PRIVATE: 'on' },
      { demo: false, outboundAllowPrivate: true },
    ],
    [{ SMS_GATEWAY_URL: 'http://sms:8080' }, { smsGateway: { url: 'http://sms:8080', token: undefined } }],
    [
      { SMS_GATEWAY_URL: 'https://sms.example.com/v1/send?x=1', SMS_GATEWAY_TOKEN: 'abc' },
      { smsGateway: { url: 'https://sms.example.com/v1/send?x=1', token: 'abc' } },
    ],
  ])('the setting %j is taken', (env, expected) => {
    expect(loadConfig(env)).toMatchObject(expected);
  });

  test('--fresh starts over with an empty database', () => {
    expect(loadConfig({}, ['--fresh']).fresh).toBe(true);
  });
});

describe('a bad value is one line naming the variable', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address like postgres://user:password@host:5432/database'],
    [
      { READ_DATABASE_URL: 'postgres://a/db,b/db' },
      'READ_DATABASE_URL must be an address like postgres://user:password@host:5432/database, or several with commas between them',
    ],
    [
      { READ_DATABASE_URL: 'postgres://a/db' },
      'READ_DATABASE_URL needs DATABASE_URL: it names replicas of that database',
    ],
    [{ EVENT_STORE_URL: 'http://x' }, 'EVENT_STORE_URL must be an address like esdb://host:2113'],
    [{ WEBHOOK_RETENTION: '0d' }, 'WEBHOOK_RETENTION must be a time from 1h to 3650d, like 12h or 30d'],
    [{ WEBHOOK_RETENTION: '3651d' }, 'WEBHOOK_RETENTION must be a time from 1h to 3650d, like 12h or 30d'],
    [{ STARTUP_TIMEOUT: '61m' }, 'STARTUP_TIMEOUT must be a time from 0s to 1h, like 20s or 2m'],
    [{ STARTUP_TIMEOUT: '60' }, 'STARTUP_TIMEOUT must be a time from 0s to 1h, like 20s or 2m'],
    [{ COMMAND_RETENTION: '1y' }, 'COMMAND_RETENTION must be a time from 1h to 3650d, like 12h or 30d'],
    [{ WEBHOOK_RETENTION: 'never' }, 'WEBHOOK_RETENTION must be a time from 1h to 3650d, like 12h or 30d'],
    [{ SECRETS_KEY: 's'.repeat(31) }, 'SECRETS_KEY must have at least 32 characters'],
    [{ JWT_SECRET: 's'.repeat(31) }, 'JWT_SECRET must have at least 32 characters'],
    [{ AUDIT_SIGNING_KEY: 'k'.repeat(42) }, NO_SEED],
    [{ AUDIT_SIGNING_KEY: Buffer.alloc(33).toString('base64') }, NO_SEED],
    [{ AUDIT_WITNESS_URL: 'https://me:pw@witness' }, NO_WITNESS],
    [{ AUDIT_WITNESS_URL: 'witness.example.com' }, NO_WITNESS],
    [{ PLATFORM_API_KEY: 'k'.repeat(15) }, 'PLATFORM_API_KEY must have at least 16 characters'],
    [{ ROLES: 'api,cook' }, 'ROLES must be a comma-separated list of api, projections, processes'],
    [{ ROLES: ',' }, 'ROLES must be a comma-separated list of api, projections, processes'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    [{ SMS_GATEWAY_URL: 'sms.example.com' }, 'SMS_GATEWAY_URL must be an address like https://sms.example.com/send'],
    [{ SMS_GATEWAY_URL: 'https://me:pw@sms' }, 'SMS_GATEWAY_URL must be an address like https://sms.example.com/send'],
    [{ SMS_GATEWAY_URL: 'http://x:99999' }, 'SMS_GATEWAY_URL must be an address like https://sms.example.com/send'],
    [{ SMS_GATEWAY_TOKEN: 'a b' }, 'SMS_GATEWAY_TOKEN must be printable ASCII without spaces'],
    [{ SMS_GATEWAY_TOKEN: 'abc' }, 'SMS_GATEWAY_URL must be set when SMS_GATEWAY_TOKEN is'],
    [{ DEMO: 'yes' }, 'DEMO must be on or off'],
    [{ DEMO_TILL: '1' }, 'DEMO_TILL must be on or off'],
    [{ DEMO_LIFE: '1' }, 'DEMO_LIFE must be on or off'],
    [
      { DEMO_TILL: 'off', DEMO_LIFE: 'on' },
      'DEMO_LIFE must be off without the till of the demo: its guests need one that is open',
    ],
    [
      { BODY_LIMIT: '200 apples' },
      'BODY_LIMIT must be a number of bytes from 1kb to 1gb, like 1048576, 512kb or 200mb',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be 16 to 256 printable ASCII characters without spaces'],
    [{ BODY_LIMIT: '2gb' }, 'BODY_LIMIT must be a number of bytes from 1kb to 1gb, like 1048576, 512kb or 200mb'],
    [{ BODY_LIMIT: '0' }, 'BODY_LIMIT must be a number of bytes from 1kb to 1gb, like 1048576, 512kb or 200mb'],
    [{ REQUESTS_PER_MINUTE: '0' }, 'REQUESTS_PER_MINUTE must be a whole number from 1 to 1000000000'],
    [{ MAX_REQUESTS_PER_MINUTE: 'many' }, 'MAX_REQUESTS_PER_MINUTE must be a whole number from 1 to 1000000000'],
    [{ STREAMS_PER_KEY: '0' }, 'STREAMS_PER_KEY must be a whole number from 1 to 10000'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a whole number from 0 to 100'],
    [
      { DEMO: 'off', DEMO_TILL: 'on', PLATFORM_API_KEY: PRODUCTION.PLATFORM_API_KEY },
      'DEMO_TILL must be off without the demo: it is a till of the demo brand',
    ],
    [{ DEMO: 'off' }, 'PLATFORM_API_KEY must be set when DEMO is off'],
    ...['demo-platform-key', 'demo-partner-key', 'demo-auditor-key'].flatMap(
      (PLATFORM_API_KEY): [Record<string, string>, string][] => [
        [
          { DEMO: 'off', PLATFORM_API_KEY },
          'PLATFORM_API_KEY must not be a key of the demo: they are known to everyone',
        ],
        [
          { ...PRODUCTION, PLATFORM_API_KEY },
          'PLATFORM_API_KEY must not be a key of the demo: they are known to everyone',
        ],
      ],
    ),
    [{ ...PRODUCTION, JWT_SECRET: '' }, 'JWT_SECRET must be set when DATABASE_URL is'],
    [{ ...PRODUCTION, PERSONAL_DATA_KEY: '' }, 'PERSONAL_DATA_KEY must be set when DATABASE_URL is'],
    [{ PERSONAL_DATA_KEY: KEY.slice(4) }, `PERSONAL_DATA_KEY ${KEY_FORM}`],
    [{ PERSONAL_DATA_KEY: `${KEY},` }, `PERSONAL_DATA_KEY ${KEY_FORM}`],
    [{ ...PRODUCTION, PLATFORM_API_KEY: '' }, 'PLATFORM_API_KEY must be set when DATABASE_URL is'],
    [
      { ...PRODUCTION, BACKUP_DIR: '/mnt/backups' },
      'BACKUP_DIR is for the embedded database: with DATABASE_URL your Postgres archives by itself',
    ],
    [{ ...PRODUCTION, DEMO: 'on' }, 'DEMO must be off when DATABASE_URL is set: the demo has an embedded database'],
    [{ ...PRODUCTION, DEMO_TILL: 'on' }, 'DEMO_TILL must be off without the demo: it is a till of the demo brand'],
  ])('the setting %j is taken', (env, message) => {
    expect(problem(env)).toBe(message);
  });

  test('a bad command line is one line that names it', () => {
    expect(problem({}, ['--frsh'])).toBe('--frsh is not an option: there is only --fresh');
    expect(problem(PRODUCTION, ['--fresh'])).toBe(
      '--fresh erases the embedded database only: it cannot be used with DATABASE_URL',
    );
  });

  test.each([
    'DATABASE_URL',
    'READ_DATABASE_URL',
    'EVENT_STORE_URL',
    'JWT_SECRET',
    'SECRETS_KEY',
    'PERSONAL_DATA_KEY',
    'PLATFORM_API_KEY',
  ])('the bad value of %s is never repeated', (name) => {
    const message = problem({ ...PRODUCTION, [name]: 'sesame:/\n1' });
    expect(message).not.toContain('sesame');
    expect(message).not.toContain('\n');
  });
});
