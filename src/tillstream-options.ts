import type { LookupFunction } from 'node:net';
import type { Logger } from 'pino';
import type { HashCost } from './api/sessions/argon2id.ts';
import type { EventStore } from './event-store/event-store.ts';
import type { SmsOutbox } from './sms/outbox.ts';
import type { SmsGateway } from './sms/sms-gateway.ts';

export interface TillstreamOptions {
  readonly databaseUrl: string;
  /** Replicas of that database, which long readings are answered from. */
  readonly readDatabaseUrls?: readonly string[] | undefined;
  /** EventStoreDB. Without it the event log is in Postgres. */
  readonly eventStoreUrl?: string | undefined;
  readonly jwtSecret: string;
  /** The key under which signing secrets are sealed. Without it they are sealed under `jwtSecret`. */
  readonly secretsKey?: string | undefined;
  /** The keys that the keys of personal data are wrapped with: the first wraps, all of them unwrap. */
  readonly personalDataKey: string;
  readonly platformApiKey: string;
  /** The seed of the key that signs the log. Without it one is made that this process alone knows. */
  readonly auditSigningKey?: string | undefined;
  /** Where each signed checkpoint of the log is sent. */
  readonly auditWitnessUrl?: string | undefined;
  /** The file beside the backups that gets each signed checkpoint. */
  readonly checkpointFile?: string | undefined;
  /** Api keys that are refused here, even if the log has them as valid. */
  readonly refusedApiKeys?: readonly string[];
  /** Whether this process applies the read models; it answers requests in any case. */
  readonly runProjections: boolean;
  /** Whether this app process runs the processes, or stands by to run them. */
  readonly runProcesses: boolean;
  /** Sends SMS codes. Without it they stay in the outbox; without an outbox no codes are sent. */
  readonly sms?: SmsGateway | undefined;
  readonly smsOutbox?: SmsOutbox | undefined;
  /** Milliseconds before each further attempt at a webhook. */
  readonly webhookPauses?: readonly number[];
  /** Milliseconds before each further attempt at a call to a loyalty service. */
  readonly loyaltyPauses?: readonly number[];
  /** The most that a venue may give a key. */
  readonly maxRequestsPerMinute?: number;
  /** Milliseconds from the last attempt at a delivery until its body is deleted. */
  readonly webhookRetention?: number;
  /** Milliseconds until the kept result of a command is deleted. */
  readonly commandRetention?: number;
  /** For tests: milliseconds within which a report must be made. */
  readonly reportWithinMs?: number;
  /** The address of our pages, as `https://till.example.com`, if a proxy hides it. */
  readonly publicOrigin?: string | undefined;
  /** The bucket that keeps pictures. Without it they are in the database. */
  readonly imagesUrl?: string | undefined;
  /** The ids of the commands that invited accounts without passwords: those of the demo, and never outside of it. */
  readonly demoInvitations?: ReadonlySet<string> | undefined;
  /** For tests: what the hash of a new password costs. */
  readonly hashCost?: HashCost | undefined;
  /** Seconds of a minute that heavy reports of one brand may take at this process. */
  readonly reportSecondsPerMinute?: number | undefined;
  /** Whether webhooks may go to http and to addresses that are not public. */
  readonly outboundAllowPrivate?: boolean;
  /** Finds the addresses of webhooks' names. Without it: as the machine is set up. */
  readonly lookup?: LookupFunction | undefined;
  /** For tests: the longest wait for a read model, in milliseconds. */
  readonly readModelWaitMs?: number | undefined;
  /** For tests: how long keys in memory count, and how long a request waits for the database to confirm them. */
  readonly keyLease?: { readonly leaseMs?: number; readonly patienceMs?: number };
  /** For tests: whether each event is held against its schema before it is recorded. */
  readonly holdsToSchemas?: boolean;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly newUuid?: () => string;
  /** Wraps the store. The demo history uses it: there it is the only writer. */
  readonly wrapStore?: (store: EventStore) => EventStore;
}
