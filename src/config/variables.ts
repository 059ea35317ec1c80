import { z } from 'zod';
import { withOtherHosts } from '../database/other-hosts.ts';
import { BUCKET_FORM, bucketOf } from '../images/bucket.ts';
import { isKeyList, KEY_FORM } from '../personal/key-list.ts';
import { isSeed } from '../transparency/note.ts';
import { DEMO_KEYS, DEMO_PLATFORM_KEY } from './demo-keys.ts';
import { withPlainTlsMode } from './tls-mode.ts';
import { bytes, duration, durations, integer, onOff, retention, setOf, text } from './values.ts';

export const ROLES = ['api', 'projections', 'processes'] as const;
export type Role = (typeof ROLES)[number];

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A setting that cannot be used. The message is one line that names it and does not contain its value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Six attempts in all (docs/domain.md#webhooks). */
export const DEFAULT_WEBHOOK_PAUSES: readonly number[] = [60, 5 * 60, 30 * 60, 2 * 3_600, 6 * 3_600].map(
  (s) => s * 1_000,
);

/** Seven attempts in all (docs/loyalty.md). */
export const DEFAULT_LOYALTY_PAUSES: readonly number[] = [...DEFAULT_WEBHOOK_PAUSES, 12 * 3_600_000];

/** Ten times the default limit. */
export const DEFAULT_MAX_REQUESTS_PER_MINUTE = 12_000;

/** 30 days. */
export const DEFAULT_WEBHOOK_RETENTION = 30 * 86_400_000;

/** 90 days. */
export const DEFAULT_COMMAND_RETENTION = 90 * 86_400_000;

/** A minute. */
export const DEFAULT_STARTUP_TIMEOUT = 60_000;

const MAX_RATE = 1_000_000_000;

/** Messages complete the sentence that starts with the variable's name. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(0, 65_535).default(8080),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: text(/^postgres(ql)?:\/\/\S+$/, 'must be an address like postgres://user:password@host:5432/database')
    .transform(withPlainTlsMode)
    .transform(withOtherHosts)
    .optional(),
  READ_DATABASE_URL: text(
    /^postgres(ql)?:\/\/[^\s,]+(,postgres(ql)?:\/\/[^\s,]+)*$/,
    'must be an address like postgres://user:password@host:5432/database, or several with commas between them',
  )
    .refine((value) => value.split(',').every((each) => URL.canParse(each)), 'must have addresses that can be read')
    .transform((value) => value.split(',').map(withPlainTlsMode))
    .optional(),
  // Not parsed as a URL: a cluster's address lists several hosts.
  EVENT_STORE_URL: text(
    /^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/,
    'must be an address like esdb://host:2113',
  ).optional(),
  JWT_SECRET: text(/^.{32,}$/s, 'must have at least 32 characters').optional(),
  SECRETS_KEY: text(/^.{32,}$/s, 'must have at least 32 characters').optional(),
  PERSONAL_DATA_KEY: z.string().refine(isKeyList, KEY_FORM).optional(),
  AUDIT_SIGNING_KEY: z
    .string()
    .refine(isSeed, 'must be 32 bytes in base64, as `openssl rand -base64 32` makes them')
    .optional(),
  AUDIT_SIGNING_KEY_ROTATED: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  // A name and password in an address would end up in logs.
  AUDIT_WITNESS_URL: text(/^https?:\/\/[^\s/@]+(\/\S*)?$/, 'must be an address like https://witness.example.com/log')
    .refine((value) => URL.canParse(value), 'must be an address like https://witness.example.com/log')
    .optional(),
  PLATFORM_API_KEY: text(/^.{16,}$/s, 'must have at least 16 characters').optional(),
  ROLES: setOf(ROLES).default(new Set(ROLES)),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  DEMO: onOff().optional(),
  DEMO_TILL: onOff().optional(),
  DEMO_LIFE: onOff().optional(),
  BODY_LIMIT: bytes().default(200 * 1024 ** 2),
  REQUESTS_PER_MINUTE: integer(1, MAX_RATE).default(1200),
  MAX_REQUESTS_PER_MINUTE: integer(1, MAX_RATE).default(DEFAULT_MAX_REQUESTS_PER_MINUTE),
  BRAND_REQUESTS_PER_MINUTE: integer(1, MAX_RATE).default(30_000),
  TOKEN_REQUESTS_PER_MINUTE: integer(1, MAX_RATE).default(60),
  REPORT_REQUESTS_PER_MINUTE: integer(1, MAX_RATE).default(60),
  REPORT_SECONDS_PER_MINUTE: integer(1, 1_000).default(60),
  SEND_CODE_REQUESTS_PER_MINUTE: integer(1, MAX_RATE).default(20),
  STREAMS_PER_KEY: integer(1, 10_000).default(20),
  READER_STALLED: duration().default(20_000),
  UNREAD_PER_KEY: bytes().default(32 * 1024 ** 2),
  UNREAD_PER_BRAND: bytes().default(64 * 1024 ** 2),
  UNREAD_IN_ALL: bytes().default(256 * 1024 ** 2),
  // A name and password in an address would end up in logs: use the token instead.
  SMS_GATEWAY_URL: text(/^https?:\/\/[^\s/@]+(\/\S*)?$/, 'must be an address like https://sms.example.com/send')
    .refine((value) => URL.canParse(value), 'must be an address like https://sms.example.com/send')
    .optional(),
  SMS_GATEWAY_TOKEN: text(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces').optional(),
  IMAGES_URL: z
    .string()
    .refine((value) => bucketOf(value) !== undefined, BUCKET_FORM)
    .optional(),
  WEBHOOK_RETRY_SCHEDULE: durations().default(DEFAULT_WEBHOOK_PAUSES),
  LOYALTY_RETRY_SCHEDULE: durations().default(DEFAULT_LOYALTY_PAUSES),
  WEBHOOK_RETENTION: retention().default(DEFAULT_WEBHOOK_RETENTION),
  COMMAND_RETENTION: retention().default(DEFAULT_COMMAND_RETENTION),
  OUTBOUND_ALLOW_PRIVATE: onOff().optional(),
  METRICS_TOKEN: text(
    /^[\x21-\x7e]{16,256}$/,
    'must be 16 to 256 printable ASCII characters without spaces',
  ).optional(),
  TRUST_PROXY: integer(0, 100).default(0),
  PUBLIC_ORIGIN: text(/^https?:\/\/[^\s/@?#]+$/, 'must be an address like https://till.example.com, without a path')
    .refine(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      'must be an address like https://till.example.com, without a path',
    )
    .optional(),
  STARTUP_TIMEOUT: duration(0).default(DEFAULT_STARTUP_TIMEOUT),
});

const KNOWN_TO_ALL: ReadonlySet<string> = new Set([...Object.values(DEMO_KEYS), DEMO_PLATFORM_KEY]);

/** @throws ConfigError for variables that do not go with each other */
export function checkTogether(v: z.infer<typeof variables>, fresh: boolean): void {
  if (v.DATABASE_URL !== undefined) {
    if (v.JWT_SECRET === undefined) throw new ConfigError('JWT_SECRET must be set when DATABASE_URL is');
    if (v.PLATFORM_API_KEY === undefined) throw new ConfigError('PLATFORM_API_KEY must be set when DATABASE_URL is');
    if (v.PERSONAL_DATA_KEY === undefined) throw new ConfigError('PERSONAL_DATA_KEY must be set when DATABASE_URL is');
    if (v.BACKUP_DIR !== undefined) {
      throw new ConfigError(
        'BACKUP_DIR is for the embedded database: with DATABASE_URL your Postgres archives by itself',
      );
    }
    // Everybody knows its keys.
    if (v.DEMO) throw new ConfigError('DEMO must be off when DATABASE_URL is set: the demo has an embedded database');
    if (fresh) throw new ConfigError('--fresh erases the embedded database only: it cannot be used with DATABASE_URL');
  }
  if (v.READ_DATABASE_URL !== undefined && v.DATABASE_URL === undefined) {
    throw new ConfigError('READ_DATABASE_URL needs DATABASE_URL: it names replicas of that database');
  }
  if (v.DEMO === false && v.PLATFORM_API_KEY === undefined) {
    // Everybody knows the demo's key, and it makes keys for any brand.
    throw new ConfigError('PLATFORM_API_KEY must be set when DEMO is off');
  }
  const isDemo = v.DEMO ?? v.DATABASE_URL === undefined;
  if (!isDemo && v.PLATFORM_API_KEY !== undefined && KNOWN_TO_ALL.has(v.PLATFORM_API_KEY)) {
    throw new ConfigError('PLATFORM_API_KEY must not be a key of the demo: they are known to everyone');
  }
  if (v.SMS_GATEWAY_TOKEN !== undefined && v.SMS_GATEWAY_URL === undefined) {
    throw new ConfigError('SMS_GATEWAY_URL must be set when SMS_GATEWAY_TOKEN is');
  }
  if (v.DEMO_TILL && !isDemo) {
    throw new ConfigError('DEMO_TILL must be off without the demo: it is a till of the demo brand');
  }
  if (v.DEMO_LIFE && !(v.DEMO_TILL ?? isDemo)) {
    throw new ConfigError('DEMO_LIFE must be off without the till of the demo: its guests need one that is open');
  }
}
