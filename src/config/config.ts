import { resolve } from 'node:path';
import { DEMO_PLATFORM_KEY } from './demo-keys.ts';
import { ConfigError, checkTogether, type LOG_LEVELS, type Role, variables } from './variables.ts';

/** Settings of one process, frozen. No `databaseUrl`: the embedded Postgres in `dataDir` is used. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Where backups and the archived write-ahead log of the embedded Postgres are kept; absolute. Left out: nothing is archived. */
  readonly backupDir: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Replicas of it that long readings are answered from. */
  readonly readDatabaseUrls: readonly string[];
  /** Left out: the event log is in Postgres. */
  readonly eventStoreUrl: string | undefined;
  /** Always set if there is a `databaseUrl`; in the embedded demo see `keepSecret`. */
  readonly jwtSecret: string | undefined;
  /** Seals the signing secrets; left out: `jwtSecret` does. */
  readonly secretsKey: string | undefined;
  /** The keys that wrap those of personal data; left out: one that is made in the data folder. */
  readonly personalDataKey: string | undefined;
  readonly platformApiKey: string;
  readonly roles: ReadonlySet<Role>;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Seed the demo brand and its well-known keys; never outside the embedded database. */
  readonly demo: boolean;
  readonly demoTill: boolean;
  /** The demo has guests of its own, who come, order and pay. */
  readonly demoLife: boolean;
  /** Bytes. */
  readonly bodyLimit: number;
  /** The seed of the key that signs the log; left out: see `keepSecret`. */
  readonly auditSigningKey: string | undefined;
  /** Whether a key may sign that signed none of the checkpoints before. */
  readonly auditSigningKeyRotated: boolean;
  /** Where each signed checkpoint of the log is sent. */
  readonly auditWitnessUrl: string | undefined;
  /** Requests a minute. */
  readonly limits: {
    readonly perKey: number;
    readonly perBrand: number;
    readonly token: number;
    readonly reports: number;
    readonly send_code: number;
  };
  /** The most requests a minute that a venue may give one of its keys. */
  readonly maxRequestsPerMinute: number;
  /** Seconds of a minute that heavy reports of one brand may take. */
  readonly reportSecondsPerMinute: number;
  /** How many live feeds a key may have open at one process. */
  readonly streamsPerKey: number;
  /** Milliseconds after which a client that takes nothing of its answer is cut off. */
  readonly readerStalledMs: number;
  /** How many bytes of answers this process holds until clients take them. */
  readonly unread: { readonly perKey: number; readonly perBrand: number; readonly total: number };
  /** The SMS gateway. Without it the demo keeps texts in an outbox, and other installations send none. */
  readonly smsGateway: { readonly url: string; readonly token: string | undefined } | undefined;
  /** Milliseconds before each further attempt at a webhook. */
  readonly webhookPauses: readonly number[];
  /** Milliseconds before each further attempt at a call to a loyalty service. */
  readonly loyaltyPauses: readonly number[];
  /** Milliseconds after its last attempt until the body of a webhook call is deleted. */
  readonly webhookRetention: number;
  /** Milliseconds until the kept result of a command is deleted. */
  readonly commandRetention: number;
  /** Whether calls may go to http and to addresses that are not public. */
  readonly outboundAllowPrivate: boolean;
  /** For /metrics and the details of /health/ready. Without it, only requests from this machine see them. */
  readonly metricsToken: string | undefined;
  /** How many proxies in front are trusted to set X-Forwarded-For. */
  readonly trustProxy: number;
  /** Where browsers find our pages, if a proxy in front does not say it. */
  readonly publicOrigin: string | undefined;
  /** The bucket that keeps pictures, with its keys. Without it they are in the database. */
  readonly imagesUrl: string | undefined;
  /** How long the start waits for a database or an event store that is away, in milliseconds. */
  readonly startupTimeoutMs: number;
  /** Starts over with an empty embedded database. */
  readonly fresh: boolean;
}

/**
 * Reads the settings from environment variables (an empty one counts as unset) and command line arguments.
 * @throws ConfigError for the first problem
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new ConfigError(`${String(issue.path[0])} ${issue.message}`);
  }
  const unknown = argv.find((argument) => argument !== '--fresh');
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not an option: there is only --fresh`);
  const fresh = argv.includes('--fresh');
  checkTogether(parsed.data, fresh);

  const v = parsed.data;
  const demo = v.DEMO ?? v.DATABASE_URL === undefined;
  return Object.freeze({
    host: v.HOST,
    port: v.PORT,
    dataDir: resolve(v.DATA_DIR),
    backupDir: v.BACKUP_DIR === undefined ? undefined : resolve(v.BACKUP_DIR),
    databaseUrl: v.DATABASE_URL,
    readDatabaseUrls: v.READ_DATABASE_URL ?? [],
    eventStoreUrl: v.EVENT_STORE_URL,
    jwtSecret: v.JWT_SECRET,
    secretsKey: v.SECRETS_KEY,
    personalDataKey: v.PERSONAL_DATA_KEY,
    platformApiKey: v.PLATFORM_API_KEY ?? DEMO_PLATFORM_KEY,
    auditSigningKey: v.AUDIT_SIGNING_KEY,
    auditSigningKeyRotated: v.AUDIT_SIGNING_KEY_ROTATED === 'yes',
    auditWitnessUrl: v.AUDIT_WITNESS_URL,
    roles: v.ROLES,
    logLevel: v.LOG_LEVEL,
    demo,
    demoTill: v.DEMO_TILL ?? demo,
    demoLife: v.DEMO_LIFE ?? v.DEMO_TILL ?? demo,
    bodyLimit: v.BODY_LIMIT,
    limits: Object.freeze({
      perKey: v.REQUESTS_PER_MINUTE,
      perBrand: v.BRAND_REQUESTS_PER_MINUTE,
      token: v.TOKEN_REQUESTS_PER_MINUTE,
      reports: v.REPORT_REQUESTS_PER_MINUTE,
      send_code: v.SEND_CODE_REQUESTS_PER_MINUTE,
    }),
    maxRequestsPerMinute: v.MAX_REQUESTS_PER_MINUTE,
    reportSecondsPerMinute: v.REPORT_SECONDS_PER_MINUTE,
    streamsPerKey: v.STREAMS_PER_KEY,
    readerStalledMs: v.READER_STALLED,
    unread: Object.freeze({ perKey: v.UNREAD_PER_KEY, perBrand: v.UNREAD_PER_BRAND, total: v.UNREAD_IN_ALL }),
    smsGateway: v.SMS_GATEWAY_URL === undefined ? undefined : { url: v.SMS_GATEWAY_URL, token: v.SMS_GATEWAY_TOKEN },
    webhookPauses: v.WEBHOOK_RETRY_SCHEDULE,
    loyaltyPauses: v.LOYALTY_RETRY_SCHEDULE,
    webhookRetention: v.WEBHOOK_RETENTION,
    commandRetention: v.COMMAND_RETENTION,
    // A receiver for trying the demo is on this machine.
    outboundAllowPrivate: v.OUTBOUND_ALLOW_PRIVATE ?? demo,
    metricsToken: v.METRICS_TOKEN,
    trustProxy: v.TRUST_PROXY,
    publicOrigin: v.PUBLIC_ORIGIN,
    imagesUrl: v.IMAGES_URL,
    startupTimeoutMs: v.STARTUP_TIMEOUT,
    fresh,
  });
}
